// Tests of the batching of items per frame.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrameBatcher } from "./frameBatcher";

describe("items that arrive in bursts", () => {
  let frames: (() => void)[] = [];
  const frame = (): void => frames.splice(0).forEach((call) => call());
  beforeEach(() => {
    vi.useFakeTimers();
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (call: () => void) => frames.push(call));
    vi.stubGlobal("cancelAnimationFrame", (number: number) => frames.splice(number - 1, 1));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("are handled at once, the rest with the next frame, in order", () => {
    const handled: number[] = [];
    const batcher = new FrameBatcher<number>((one) => handled.push(one));
    batcher.add(1);
    expect(handled).toEqual([1]);
    batcher.add(2);
    batcher.add(3);
    expect(handled).toEqual([1]);
    frame();
    expect(handled).toEqual([1, 2, 3]);
  });

  it("do not wait for a frame where there is none", () => {
    const handled: number[] = [];
    const batcher = new FrameBatcher<number>((one) => handled.push(one));
    batcher.add(1);
    batcher.add(2);
    vi.advanceTimersByTime(150);
    expect(handled).toEqual([1, 2]);
  });

  it("are discarded by clear", () => {
    const handled: number[] = [];
    const batcher = new FrameBatcher<number>((one) => handled.push(one));
    batcher.add(1);
    batcher.add(2);
    batcher.clear();
    frame();
    batcher.add(3);
    expect(handled).toEqual([1, 3]);
  });
});
