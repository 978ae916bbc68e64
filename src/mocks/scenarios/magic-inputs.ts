/**
 * Inputs that need no panel: an address of this kind makes every call of its account answer so (MOCKS.md). A branch that
 * only writes have leaves the other calls alone.
 */
export const magicAddresses = [
  { mark: '+500@', branch: '500' },
  { mark: '+400@', branch: '400' },
  { mark: '+network@', branch: 'network' },
  { mark: '+lost@', branch: 'ok.lost' },
] as const;

/** Always verifies for addresses ending in `magicCodeDomain`. */
export const magicCode = '424242';
export const magicCodeDomain = '@kitwell.test';

/**
 * The branch that one of these addresses asks for, or undefined.
 *
 * @param branches those that the operation has
 */
export function branchByMagic(
  addresses: readonly (string | undefined)[],
  branches: readonly string[],
): string | undefined {
  for (const address of addresses) {
    const found = magicAddresses.find(
      ({ mark, branch }) => branches.includes(branch) && address?.toLowerCase().includes(mark),
    );
    if (found) return found.branch;
  }
  return undefined;
}
