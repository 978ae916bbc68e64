import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tour } from '@/features/marketing/tour';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Tour />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const steps = () =>
  within(screen.getByRole('region', { name: 'How ordering works' })).getAllByRole('listitem');
const openSteps = () =>
  steps().flatMap((step, index) => (step.querySelector('details[open]') ? [index] : []));
const toggle = (step: number, open: boolean) => {
  const details = steps()[step]?.querySelector('details') as HTMLDetailsElement;
  details.open = open;
  fireEvent(details, new Event('toggle'));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(1000 * seconds));

test('the tour plays only when asked, shows five steps in 20 seconds, and ends', () => {
  expect(steps()).toHaveLength(5);
  pass(60);
  expect(openSteps()).toEqual([0]);
  press('Play the tour');
  for (const step of [1, 2, 3, 4]) {
    pass(4);
    expect(openSteps()).toEqual([step]);
  }
  pass(4);
  expect(openSteps()).toEqual([4]);
  press('Play the tour');
  expect(openSteps()).toEqual([0]);
});

test('it pauses when asked, and when a step is chosen', () => {
  press('Play the tour');
  press('Pause the tour');
  pass(60);
  expect(openSteps()).toEqual([0]);
  press('Play the tour');
  toggle(3, true);
  pass(60);
  expect(openSteps()).toEqual([3]);
  expect(screen.getByRole('button', { name: 'Play the tour' })).toBeVisible();
});

test.each([
  ['stays open beside the pictures', true, [0]],
  ['closes in one column, where Play begins again', false, []],
])('the open step %s', (_, isWide, open) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isWide } as MediaQueryList);
  toggle(0, false);
  expect(openSteps()).toEqual(open);
  press('Play the tour');
  expect(openSteps()).toEqual([0]);
});
