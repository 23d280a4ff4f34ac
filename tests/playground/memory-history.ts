import type { SavedPreset } from "#lib/playground/history/history.ts";
import { type ChatSession, type History, summarize } from "#lib/playground/history/history.ts";
import type { SavedTrace } from "#lib/playground/trace/trace.ts";

/** A history in memory, with the same copies in and out that IndexedDB makes. */
export function memoryHistory(): History & { sessions: Map<string, ChatSession>; traces: Map<string, SavedTrace> } {
  const sessions = new Map<string, ChatSession>();
  const traces = new Map<string, SavedTrace>();
  const presets = new Map<string, SavedPreset>();
  const blobs = new Map<string, Blob>();
  return {
    sessions,
    traces,
    list: async () => [...sessions.values()].map(summarize),
    loadAll: async () => [...sessions.values()].map((session) => structuredClone(session)),
    load: async (id) => structuredClone(sessions.get(id)),
    save: async (session) => void sessions.set(session.id, structuredClone(session)),
    remove: async (id) => void sessions.delete(id),
    sweep: async () => {},
    saveBlob: async (sha256, bytes) => void blobs.set(sha256, bytes),
    loadBlob: async (sha256) => blobs.get(sha256),
    saveTrace: async (record) => void traces.set(record.turnId, record),
    loadTrace: async (turnId) => traces.get(turnId),
    listPresets: async () => [...presets.values()],
    savePreset: async (preset) => void presets.set(preset.id, preset),
    removePreset: async (id) => void presets.delete(id),
  };
}
