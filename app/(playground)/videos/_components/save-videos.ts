/** Saves all videos of the key as one download. */

import { listAllTasks } from "#app/(playground)/videos/_model/list-all-tasks.ts";
import type { VideoApi } from "#app/(playground)/videos/_model/video-api.ts";
import type { Videos } from "#app/(playground)/videos/_model/videos.ts";
import { downloadBlob } from "#components/ui/save-image.ts";
import { showToast } from "#components/ui/toast.tsx";
import { makeFileName } from "#lib/playground/sharing/exports/file-name.ts";
import { writeZip, type ZipEntry } from "#lib/playground/sharing/exports/write-zip.ts";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import { getStateAt, type VideoTask } from "#lib/playground/videos/video-task.ts";

type Tools = { videos: Videos; api: VideoApi };

/** Saves finished videos and a manifest of every task, with its request as far as this browser knows it. */
export async function saveAll(tools: Tools): Promise<void> {
  showToast({ title: "Downloading videos", detail: "The file is saved when all are downloaded." });
  try {
    const tasks = await listAllTasks(tools.api);
    const zip = await writeZip(listFiles(tasks, tools));
    downloadBlob(zip, `parlance-videos-${new Date().toISOString().slice(0, 10)}.zip`);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "Couldn’t reach the gateway.";
    showToast({ title: "Couldn’t save the videos", detail, kind: "error" });
  }
}

async function* listFiles(tasks: readonly VideoTask[], { videos, api }: Tools): AsyncGenerator<ZipEntry> {
  const listed: object[] = [];
  for (const [index, task] of tasks.entries()) {
    const number = String(index + 1).padStart(3, "0");
    const { reference, ...request } = (await videos.loadCreation(task.id))?.request ?? {};
    const files: { file?: string; firstFrame?: string } = {};
    const video = getStateAt(task, api.now()) === "completed" ? await fetchVideo(task) : undefined;
    if (video) {
      files.file = `videos/${number}-${makeFileName(task.prompt, "mp4")}`;
      yield { path: files.file, bytes: video, modifiedAt: task.completedAt };
    }
    const frame = reference && (await videos.loadBlob(reference.sha256));
    if (frame) {
      files.firstFrame = `first-frames/${number}.${frame.type.replace("image/", "").replace("jpeg", "jpg")}`;
      yield { path: files.firstFrame, bytes: frame, modifiedAt: task.createdAt };
    }
    listed.push({ ...task, ...files, request });
  }
  const manifest = { format: "parlance-videos", version: 1, exportedAt: new Date().toISOString(), tasks: listed };
  yield {
    path: "manifest.json",
    bytes: new Blob([JSON.stringify(manifest, null, 2)], { type: "application/json" }),
  };
}

/** Fetches a video; returns undefined when it no longer exists. The manifest lists it in any case. */
async function fetchVideo({ id }: VideoTask): Promise<Blob | undefined> {
  const response = await fetch(contentPath(id), { credentials: "same-origin" });
  return response.ok ? response.blob() : undefined;
}
