// WebSocket client of a table: says hello with the last ply received, reconnects by itself, and sends unacknowledged messages again.
// Each message has an id, by which the server recognises repetitions.

import type * as wire from "./wire";

export type ConnectionState = "connecting" | "open" | "lost" | "refused";

export interface SocketListener {
  onMessage(message: wire.FromServer): void;
  onConnection(state: ConnectionState): void;
  /** The last ply and chat line received. */
  lastReceived(): { ply: number | null; chat: number | null };
}

type PendingMessage = { id: string; message: Record<string, unknown> };

export class TableSocket {
  #socket: WebSocket | null = null;
  #unacknowledged: PendingMessage[] = [];
  #attempts = 0;
  #timer = 0;
  #closed = false;
  readonly #online = () => this.#reconnectNow();

  constructor(
    private readonly hello: { table: string; token?: string | null; invite?: string | null },
    private readonly listener: SocketListener,
  ) {
    addEventListener("online", this.#online);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#online);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Send a message and keep it until it is acknowledged; returns its id. */
  send(message: Record<string, unknown>): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.#unacknowledged.push({ id, message });
    this.#transmit({ ...message, id });
    return id;
  }

  sendChat(text: string): void {
    this.#transmit({ type: "say", text });
  }

  #transmit(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #reconnectNow(): void {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#closed) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #connect(): void {
    this.listener.onConnection(this.#attempts ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", ...this.hello, ...this.listener.lastReceived() }));
      for (const { id, message } of this.#unacknowledged) this.#transmit({ ...message, id });
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as wire.FromServer);
    socket.onclose = (event) => this.#onClose(socket, event.code);
  }

  #receive(message: wire.FromServer): void {
    if (message.type === "welcome") {
      this.#attempts = 0;
      this.listener.onConnection("open");
    }
    if (message.type === "ack" || (message.type === "no" && message.id)) {
      const answered = this.#unacknowledged.find((sent) => sent.id === message.id);
      if (answered && !(message.type === "no" && message.code === "not_stored"))
        this.#unacknowledged = this.#unacknowledged.filter((sent) => sent !== answered);
    }
    this.listener.onMessage(message);
  }

  #onClose(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    if (code === 1008) {
      this.listener.onConnection("refused");
      return;
    }
    this.#attempts += 1;
    this.listener.onConnection("lost");
    this.#timer = window.setTimeout(() => this.#connect(), Math.min(8000, 250 * 2 ** Math.min(this.#attempts, 5)) * (0.7 + Math.random() * 0.6));
  }
}
