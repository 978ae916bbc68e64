import { Component, type ErrorInfo, type ReactNode } from 'react';
import { buttonClass } from '@/shared/ui/button-class';
import { BrokenPage } from '@/shared/ui/error-frame';
import * as strings from '@/shared/ui/strings';

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
