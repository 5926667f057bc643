// The socket to a table. It says hello with the last ply it has, comes back by itself, and sends unanswered moves again:
// each has an id of its own, so that twice is once.

import type * as wire from "./wire";

export type LineState = "connecting" | "open" | "lost" | "refused";

export interface Listener {
  heard(message: wire.FromServer): void;
  state(state: LineState): void;
  last(): { ply: number | null; chat: number | null };
}

type Sent = { id: string; message: Record<string, unknown> };

export class Line {
  private socket: WebSocket | null = null;
  private waiting: Sent[] = [];
  private tries = 0;
  private timer = 0;
  private closed = false;
  private readonly online = () => this.hurry();

  constructor(
    private readonly hello: { table: string; token?: string | null; invite?: string | null },
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.online);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.online);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Something that must arrive: kept until it is acknowledged. */
  send(message: Record<string, unknown>): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.waiting.push({ id, message });
    this.put({ ...message, id });
    return id;
  }

  say(text: string): void {
    this.put({ type: "say", text });
  }

  private put(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hurry(): void {
    if (this.socket?.readyState === WebSocket.OPEN || this.closed) return;
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    this.listener.state(this.tries ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", ...this.hello, ...this.listener.last() }));
      for (const { id, message } of this.waiting) this.put({ ...message, id });
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data) as wire.FromServer);
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private receive(message: wire.FromServer): void {
    if (message.type === "welcome") {
      this.tries = 0;
      this.listener.state("open");
    }
    if (message.type === "ack" || (message.type === "no" && message.id)) {
      const done = this.waiting.find((sent) => sent.id === message.id);
      if (done && !(message.type === "no" && message.code === "not_stored"))
        this.waiting = this.waiting.filter((sent) => sent !== done);
    }
    this.listener.heard(message);
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.closed || socket !== this.socket) return;
    if (code === 1008) {
      this.listener.state("refused");
      return;
    }
    this.tries += 1;
    this.listener.state("lost");
    this.timer = window.setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)) * (0.7 + Math.random() * 0.6));
  }
}
