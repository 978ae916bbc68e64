import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Console noise is a defect: a warning that nobody reads today hides the error of tomorrow. */
let noise: MockInstance[] = [];

beforeEach(() => {
  noise = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
});

afterEach(() => {
  const calls = noise.flatMap((spy) => spy.mock.calls);
  expect(calls, 'console.error and console.warn fail a test').toEqual([]);
});
