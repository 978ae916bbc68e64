import { Component, type ErrorInfo, type ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { buttonClass } from '@/ui/form/button';
import * as strings from '@/ui/strings';

export interface ErrorFrameProps {
  icon?: ReactNode | undefined;
  title: ReactNode;
  children?: ReactNode | undefined;
  /** A button below the words. */
  action?: ReactNode | undefined;
  className?: string | undefined;
}

/** Says that something failed, and leaves room for a way on. */
export function ErrorFrame({ icon, title, children, action, className }: ErrorFrameProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {icon}
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action}
    </div>
  );
}

interface BrokenPageProps extends Omit<ErrorFrameProps, 'action'> {
  onRetry: () => void;
}

/** The same for a whole page. It comes with the entry, so its button is a plain one. */
export function BrokenPage({ onRetry, ...rest }: BrokenPageProps) {
  const action = (
    <button type="button" className={buttonClass({ variant: 'secondary' })} onClick={onRetry}>
      {strings.retry}
    </button>
  );
  return <ErrorFrame {...rest} action={action} />;
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Where the error is reported. */
  onError?: ((error: unknown, info: ErrorInfo) => void) | undefined;
  /** A change of this value (such as the path) tries the children again. */
  resetKey?: string | undefined;
  /** Where "Go to the start page" leads. */
  homeUrl?: string | undefined;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: string | undefined;
}

/** Keeps a broken part from taking the whole page with it, and offers two ways back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <BrokenPage title={strings.broken} onRetry={() => this.setState({ failed: false })}>
        <p>{strings.nothingLost}</p>
        {/* A full page load on purpose: whatever broke is gone with it. */}
        <a href={this.props.homeUrl ?? '/'} className={buttonClass({ variant: 'link', className: 'mt-3' })}>
          {strings.toStart}
        </a>
      </BrokenPage>
    );
  }
}
