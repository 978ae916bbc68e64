/** How often each branch of each operation was served. */
export interface ServedBranches {
  count(operation: string, branch: string): void;
  list(): { operation: string; branch: string; served: number }[];
}

/** Counts of branches, in the order in which they were first served. */
export function createServedBranches(): ServedBranches {
  const counts = new Map<string, { operation: string; branch: string; served: number }>();
  return {
    count(operation, branch) {
      const key = `${operation}:${branch}`;
      const known = counts.get(key) ?? { operation, branch, served: 0 };
      counts.set(key, { ...known, served: known.served + 1 });
    },
    list: () => [...counts.values()],
  };
}
