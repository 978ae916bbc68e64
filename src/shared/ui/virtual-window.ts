import { measureElement, type Virtualizer } from '@tanstack/react-virtual';

type RowWindow = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** As tall as a DataTable grows unless told otherwise, in pixels: so many rows are drawn before its height is known. */
const usualHeight = 704;

function observeElementRect(
  { scrollElement, targetWindow }: RowWindow,
  tell: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement || !targetWindow) return undefined;
  const observer = new targetWindow.ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Options with which a virtual list learns how tall its scroller and its rows are from the browser's own next layout.
 * Left to itself the library asks at once: that lays the page out once more for every list found, in the middle of
 * putting it in place, and draws it three times.
 */
export const measuredByLayout = {
  initialRect: { width: 0, height: usualHeight },
  observeElementRect,
  measureElement: (
    row: HTMLTableRowElement,
    entry: ResizeObserverEntry | undefined,
    list: RowWindow,
  ): number => {
    if (entry) return measureElement(row, entry, list);
    const index = list.indexFromElement(row);
    return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
  },
};
