/** BuiltInSocket: a session with a built-in upstream, in the place of a WebSocket to a provider. */
import type { RealtimeConversation, RealtimeProvider } from "#lib/canonical/realtime-provider.ts";
import type { SocketListener } from "#lib/http/http-message.ts";
import type { ProviderSocket } from "./realtime-session.ts";

export class BuiltInSocket implements ProviderSocket {
  readonly unsentBytes = 0;
  private readonly conversation: RealtimeConversation;
  private readonly early: string[] = [];
  private listener: SocketListener | undefined;

  private constructor(open: (send: (event: string) => void) => RealtimeConversation) {
    this.conversation = open((event) => this.deliver(event));
  }

  static async open(provider: RealtimeProvider, model: string): Promise<BuiltInSocket> {
    const begin = await provider.load();
    return new BuiltInSocket((send) => begin(model, send));
  }

  listen(listener: SocketListener): void {
    this.listener = listener;
    for (const event of this.early.splice(0)) this.deliver(event);
  }

  send(data: string | Uint8Array): void {
    this.conversation.receive(typeof data === "string" ? data : Buffer.from(data).toString("utf8"));
  }

  ping(): void {
    this.listener?.onPong();
  }

  pause(): void {
    this.conversation.setPaused(true);
  }

  resume(): void {
    this.conversation.setPaused(false);
  }

  close(): void {
    this.conversation.close();
  }

  terminate(): void {
    this.conversation.close();
  }

  private deliver(event: string): void {
    if (this.listener) this.listener.onMessage(Buffer.from(event), false);
    else this.early.push(event);
  }
}
