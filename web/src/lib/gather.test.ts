import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gather } from "./gather";

describe("what comes in bursts", () => {
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

  it("is handled at once, and the rest with the next frame, in order", () => {
    const found: number[] = [];
    const gather = new Gather<number>((one) => found.push(one));
    gather.take(1);
    expect(found).toEqual([1]);
    gather.take(2);
    gather.take(3);
    expect(found).toEqual([1]);
    frame();
    expect(found).toEqual([1, 2, 3]);
  });

  it("waits for no frame where there is none", () => {
    const found: number[] = [];
    const gather = new Gather<number>((one) => found.push(one));
    gather.take(1);
    gather.take(2);
    vi.advanceTimersByTime(150);
    expect(found).toEqual([1, 2]);
  });

  it("is forgotten when it is void", () => {
    const found: number[] = [];
    const gather = new Gather<number>((one) => found.push(one));
    gather.take(1);
    gather.take(2);
    gather.clear();
    frame();
    gather.take(3);
    expect(found).toEqual([1, 3]);
  });
});
