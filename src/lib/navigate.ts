let go: ((path: string) => void) | null = null;

/** Sets how to open a page, once the router has started. Returns a function to disconnect. */
export function connectNavigation(next: (path: string) => void): () => void {
  go = next;
  return () => {
    if (go === next) go = null;
  };
}

/** Opens a page of the product from code that no page contains. Does nothing while no page is shown. */
export const navigate = (path: string): void => go?.(path);
