import { cx } from '@/ui/cx';

const look: Record<string, string> = {
  GET: 'bg-teal-soft text-teal',
  POST: 'bg-plum-soft text-plum',
  PUT: 'bg-amber-soft text-amber',
};

/** An operation's name, its method set apart. */
export function Method({ operation }: { operation: string }) {
  const [method = '', ...path] = operation.split(' ');
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
      <span
        className={cx('rounded-sm px-1.5 text-caption font-semibold', look[method] ?? 'bg-sunken text-ink-2')}
      >
        {method}
      </span>{' '}
      <span className="min-w-0 wrap-anywhere">{path.join(' ')}</span>
    </span>
  );
}
