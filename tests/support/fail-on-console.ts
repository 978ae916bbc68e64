import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** Console output is a defect: ignored warnings hide later errors. */
let noise: MockInstance[] = [];

beforeEach(() => {
  noise = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
});

afterEach(() => {
  const calls = noise.flatMap((spy) => spy.mock.calls);
  expect(calls, 'console.error and console.warn fail a test').toEqual([]);
});
