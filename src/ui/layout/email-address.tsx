/** An address that breaks after its @ where the column is too narrow, and anywhere only if that is not enough. */
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
