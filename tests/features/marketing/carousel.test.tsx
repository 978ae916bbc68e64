import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { carouselOptions, useRotation } from '@/features/marketing/service-carousel';

test('the carousel loops, shows one card per page, and moves every 3000 ms within 600 ms', () => {
  expect(carouselOptions).toMatchObject({
    loop: true,
    slidesPerView: 1,
    speed: 600,
    autoplay: { delay: 3000 },
  });
});

function Rotation(props: { seen: boolean; lessMotion: boolean }) {
  const { enabled, running, toggle, handlers } = useRotation(props);
  return (
    <div data-testid="carousel" {...handlers}>
      <button type="button" onClick={toggle}>
        {enabled ? 'Pause' : 'Play'}
      </button>
      <button type="button">Next</button>
      <output>{running ? 'moving' : 'resting'}</output>
    </div>
  );
}
const open = (props: { seen?: boolean; lessMotion?: boolean } = {}) => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <Rotation seen lessMotion={false} {...props} />
    </>,
  );
  return userEvent.setup();
};
const state = () => screen.getByRole('status').textContent;

test('it rests under the mouse, and goes on afterwards', () => {
  open();
  expect(state()).toBe('moving');
  const carousel = screen.getByTestId('carousel');
  fireEvent.pointerEnter(carousel, { pointerType: 'mouse' });
  expect(state()).toBe('resting');
  fireEvent.pointerLeave(carousel);
  expect(state()).toBe('moving');
});

test('it rests while the focus is anywhere in it; the pause button comes first', async () => {
  const user = open();
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  expect(state()).toBe('resting');
  await user.tab();
  expect(state()).toBe('resting');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(state()).toBe('moving');
});

test('Pause lasts, and Play moves it at once', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(state()).toBe('resting');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(state()).toBe('moving');
});

test('it does not move for users who prefer reduced motion', () => {
  open({ lessMotion: true });
  expect(state()).toBe('resting');
  expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('it pauses while it is not visible', () => {
  open({ seen: false });
  expect(state()).toBe('resting');
});
