import { useVirtualizer } from '@tanstack/react-virtual';
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';

function LongList() {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({ count: 10_000, getScrollElement: () => box.current, estimateSize: () => 48 });
  return (
    <div ref={box} style={{ height: 600, overflow: 'auto' }}>
      {list.getVirtualItems().map((row) => (
        <p key={row.key} data-index={row.index} ref={list.measureElement}>
          Row {row.index}
        </p>
      ))}
    </div>
  );
}

it('lets a virtual list show its first rows, and only those, in jsdom', async () => {
  render(<LongList />);
  expect(await screen.findByText('Row 0')).toBeInTheDocument();
  expect(screen.getAllByText(/^Row /).length).toBeLessThan(50);
});

it('answers media queries with no, so that components render their default', () => {
  expect(window.matchMedia('(prefers-color-scheme: dark)').matches).toBe(false);
});
