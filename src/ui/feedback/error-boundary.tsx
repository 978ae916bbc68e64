import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { buttonClass } from '@/ui/form/button-class';
import * as strings from '@/ui/strings';

export interface ErrorFrameProps {
  icon?: ReactElement | undefined;
  title: ReactNode;
  /** Makes the title the page's h1, where it replaces the whole page. */
  isPageTitle?: boolean | undefined;
  children?: ReactNode | undefined;
  /** A button below the text. */
  action?: ReactElement | null | undefined;
  className?: string | undefined;
}

/** Shows an error message with an optional action. */
export function ErrorFrame({
  icon,
  title,
  isPageTitle = false,
  children,
  action,
  className,
}: ErrorFrameProps) {
  const Title = isPageTitle ? 'h1' : 'p';
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {icon}
      <Title className="text-lg font-semibold">{title}</Title>
      {children ? <div className="max-w-md text-ink-2">{children}</div> : null}
      {action}
    </div>
  );
}

interface BrokenPageProps extends Omit<ErrorFrameProps, 'action'> {
  onRetry: () => void;
  retryLabel?: string | undefined;
}

/** An error message for a whole page. It is part of the entry, so it uses a plain button. */
export function BrokenPage({ onRetry, retryLabel = strings.retry, ...rest }: BrokenPageProps) {
  const action = (
    <button type="button" className={buttonClass({ variant: 'secondary' })} onClick={onRetry}>
      {retryLabel}
    </button>
  );
  return <ErrorFrame {...rest} action={action} />;
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Called with the caught error. */
  onError?: ((error: unknown, info: ErrorInfo) => void) | undefined;
  /** When this value changes (such as the path), the children are rendered again. */
  resetKey?: string | undefined;
  /**
   * The target of "Go to the home page", where the children are a whole page; without it, the link is "Reload the page".
   */
  homeUrl?: string | undefined;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: string | undefined;
}

/** Contains errors of its children, and offers to retry or to reload a page. */
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
    const { homeUrl } = this.props;
    const isWholePage = homeUrl !== undefined;
    const message = (
      <BrokenPage
        title={strings.broken}
        isPageTitle={isWholePage}
        onRetry={() => this.setState({ failed: false })}
      >
        <p>{strings.nothingLost}</p>
        {/* A full page load, to reset whatever broke, and to get the code of a new version. */}
        <a href={homeUrl ?? ''} className={buttonClass({ variant: 'link', className: 'mt-3' })}>
          {isWholePage ? strings.toStart : strings.reload}
        </a>
      </BrokenPage>
    );
    return isWholePage ? <main id="main">{message}</main> : message;
  }
}
