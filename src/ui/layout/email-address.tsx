/** An email address that breaks after its @ if the column is too narrow, and elsewhere only if needed. */
export function EmailAddress({ children }: { children: string }) {
  const afterAt = children.lastIndexOf('@') + 1;
  return (
    <span className="min-w-0 text-ink-2 wrap-anywhere">
      {children.slice(0, afterAt)}
      <wbr />
      {children.slice(afterAt)}
    </span>
  );
}
