import { render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, test } from 'vitest';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { onDemand } from '@/shared/ui/on-demand';

const Words = ({ text }: { text: string }) => <p>{text}</p>;

test('a part that was fetched ahead is drawn at once, without a moment of fallback', async () => {
  const loaded = Promise.resolve<ComponentType<{ text: string }>>(Words);
  const Part = onDemand(() => loaded, <p>Loading...</p>);
  Part.prefetch();
  await loaded;
  await Promise.resolve();
  render(<Part text="here" />);
  expect(screen.getByText('here')).toBeVisible();
});

test('a part that comes late keeps its place until then, and keeps its state afterwards', async () => {
  let arrive: (part: ComponentType<{ text: string }>) => void = () => undefined;
  const Part = onDemand<{ text: string }>(
    () => new Promise((resolve) => (arrive = resolve)),
    <p>Loading...</p>,
  );
  const { rerender } = render(<Part text="first" />);
  expect(screen.getByText('Loading...')).toBeVisible();
  arrive(function Counted({ text }) {
    const [first] = useState(text);
    return <p>{`${text}, at first ${first}`}</p>;
  });
  await screen.findByText('first, at first first');
  rerender(<Part text="second" />);
  expect(screen.getByText('second, at first first')).toBeVisible();
});

test('a part that could not be fetched is asked for again by the next try', async () => {
  let tries = 0;
  const Part = onDemand<{ text: string }>(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no connection');
    return Words;
  });
  render(
    <ErrorBoundary>
      <Part text="here" />
    </ErrorBoundary>,
    // React would say on the console what the boundary has caught.
    { onCaughtError: () => undefined },
  );
  (await screen.findByRole('button', { name: 'Retry' })).click();
  expect(await screen.findByText('here')).toBeVisible();
});
