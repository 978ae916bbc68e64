/**
 * Addresses that select a branch for every call of their account, without the panel (§Mock backend). Operations that do not
 * have the branch are not affected.
 */
export const magicAddresses = [
  { mark: '+500@', branch: '500' },
  { mark: '+400@', branch: '400' },
  { mark: '+429@', branch: '429' },
  { mark: '+503@', branch: '503' },
  { mark: '+network@', branch: 'network' },
  { mark: '+lost@', branch: 'ok.lost' },
] as const;

/**
 * Returns the branch that one of these addresses selects, or undefined.
 *
 * @param branches the operation's branches
 */
export function branchByMagic(
  addresses: readonly (string | undefined)[],
  branches: readonly string[],
): string | undefined {
  for (const address of addresses) {
    const match = magicAddresses.find(
      ({ mark, branch }) => branches.includes(branch) && address?.toLowerCase().includes(mark),
    );
    if (match) return match.branch;
  }
  return undefined;
}
