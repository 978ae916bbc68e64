import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyModule, lazyWithRetry } from '@/lib/lazy';
import { ErrorBoundary } from '@/ui/feedback/error-boundary';

const Text = ({ text }: { text: string }) => <p>{text}</p>;

describe('a lazy module', () => {
  it('is fetched once for several who ask at once, and is the same for all', async () => {
    const fetchPart = vi.fn(async () => ({ part: 'map' }));
    const module = lazyModule(fetchPart);
    const [one, other] = await Promise.all([module.load(), module.load()]);
    expect(one).toBe(other);
    expect(module.current()).toBe(one);
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  it('is asked for again after it could not be fetched', async () => {
    const fetchPart = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('no connection'));
    const module = lazyModule(fetchPart);
    await expect(module.load()).rejects.toThrow('no connection');
    expect(module.current()).toBeUndefined();
    await expect(module.load()).resolves.toBe('here');
  });
});

it('a preload ends once the code is loaded, and also if it can not be fetched', async () => {
  const fetchPart = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('no connection'));
  const module = lazyModule(fetchPart);
  await module.preload();
  expect(module.current()).toBeUndefined();
  await module.preload();
  expect(module.current()).toBe('here');
});

describe('code that never arrives', () => {
  const settled = vi.fn();
  const late = 'The code did not arrive.';
  beforeEach(() => {
    settled.mockClear();
    vi.useFakeTimers();
    lazyModule(() => new Promise(() => undefined))
      .load()
      .catch(({ message }: Error) => settled(message));
    return () => void vi.useRealTimers();
  });

  it('is given up after half a minute, and no timer is left', async () => {
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(late);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has half a minute again once the computer has slept', async () => {
    await vi.advanceTimersByTimeAsync(25_000);
    vi.setSystemTime(Date.now() + 600_000);
    await vi.advanceTimersByTimeAsync(34_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(late);
  });
});

describe('a lazy component', () => {
  it('is rendered at once where it was preloaded, without a moment of fallback', async () => {
    const loaded = Promise.resolve<ComponentType<{ text: string }>>(Text);
    const Part = lazyWithRetry(() => loaded, { fallback: <p>Loading...</p> });
    Part.preload();
    await loaded;
    await Promise.resolve();
    render(<Part text="here" />);
    expect(screen.getByText('here')).toBeVisible();
  });

  it('shows a placeholder until it is loaded, and keeps its state afterwards', async () => {
    let arrive: (part: ComponentType<{ text: string }>) => void = () => undefined;
    const Part = lazyWithRetry<{ text: string }>(() => new Promise((resolve) => (arrive = resolve)), {
      fallback: <p>Loading...</p>,
    });
    const { rerender } = render(<Part text="first" />);
    expect(screen.getByText('Loading...')).toBeVisible();
    arrive(function Counted({ text }) {
      const [first] = useState(text);
      return <p>{`${text}, at first ${first}`}</p>;
    });
    await screen.findByText('first, at first first');
    rerender(<Part text="second" />);
    expect(screen.getByText('second, at first first')).toBeVisible();
  });

  it('is asked for again by the next try of the error boundary around it', async () => {
    const fetchPart = vi.fn(async () => Text).mockRejectedValueOnce(new Error('no connection'));
    const Part = lazyWithRetry<{ text: string }>(fetchPart);
    render(
      <ErrorBoundary>
        <Part text="here" />
      </ErrorBoundary>,
      // React would log the error that the boundary caught.
      { onCaughtError: () => undefined },
    );
    (await screen.findByRole('button', { name: 'Retry' })).click();
    expect(await screen.findByText('here')).toBeVisible();
  });

  it('is given up where the browser never answers, and still comes if it answers later', async () => {
    vi.useFakeTimers();
    let arrive: (part: ComponentType<{ text: string }>) => void = () => undefined;
    const arriving = new Promise<ComponentType<{ text: string }>>((resolve) => {
      arrive = resolve;
    });
    const Part = lazyWithRetry<{ text: string }>(() => arriving, { fallback: <p>Loading...</p> });
    render(
      <ErrorBoundary>
        <Part text="here" />
      </ErrorBoundary>,
      // React would log the error that the boundary caught.
      { onCaughtError: () => undefined },
    );
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    vi.useRealTimers();
    expect(screen.getByText('Reload the page')).toBeVisible();
    arrive(Text);
    screen.getByRole('button', { name: 'Retry' }).click();
    expect(await screen.findByText('here')).toBeVisible();
  });

  it('that the page can do without takes nothing else down, and comes when the connection is back', async () => {
    let isOnline = false;
    const Part = lazyWithRetry(
      async () => {
        if (!isOnline) throw new Error('no connection');
        return () => <p>the notice</p>;
      },
      { isOptional: true },
    );
    render(
      <>
        <input aria-label="Name" defaultValue="Ada" />
        <Part />
      </>,
    );
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada');
    isOnline = true;
    fireEvent(window, new Event('online'));
    expect(await screen.findByText('the notice')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  });

  it('that the page can do without takes nothing else down where the browser never answers', async () => {
    vi.useFakeTimers();
    let tries = 0;
    const Notice = () => <p>the notice</p>;
    const Part = lazyWithRetry(
      () => {
        tries += 1;
        return tries > 3 ? Promise.resolve(Notice) : new Promise<typeof Notice>(() => undefined);
      },
      { isOptional: true },
    );
    render(
      <>
        <input aria-label="Name" defaultValue="Ada" />
        <Part />
      </>,
    );
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    vi.useRealTimers();
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    expect(screen.getByText('the notice')).toBeVisible();
  });
});

describe('a lazy dialog', () => {
  interface AddressProps {
    open: boolean;
    onClose: (reason: string) => void;
  }

  const Address = ({ open }: AddressProps) => (open ? <p>the address</p> : null);

  function renderWith(fetchPart: () => Promise<typeof Address>) {
    const Dialog = lazyWithRetry<AddressProps>(fetchPart, {
      loadWhen: ({ open }) => open,
      onFailure: ({ onClose }) => onClose('not loaded'),
    });
    function Section() {
      const [open, setOpen] = useState(false);
      const [said, setSaid] = useState('');
      return (
        <>
          <input aria-label="Name" />
          <button type="button" onClick={() => setOpen(true)}>
            Add address
          </button>
          <p>{said}</p>
          <Dialog
            open={open}
            onClose={(reason) => {
              setSaid(reason);
              setOpen(false);
            }}
          />
        </>
      );
    }
    render(<Section />);
  }

  it('that could not be fetched shows an error, leaves what is under it, and loads with the next press', async () => {
    const user = userEvent.setup();
    renderWith(vi.fn(async () => Address).mockRejectedValueOnce(new Error('no connection')));
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Add address' }));
    expect(await screen.findByText('not loaded')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    await user.click(screen.getByRole('button', { name: 'Add address' }));
    expect(await screen.findByText('the address')).toBeVisible();
  });

  it('that was preloaded is there at once, and not rendered before it is opened', async () => {
    const rendered = vi.fn();
    const Dialog = lazyWithRetry<{ open: boolean }>(
      async () =>
        ({ open }) => {
          rendered(open);
          return open ? <p>the address</p> : null;
        },
      { loadWhen: ({ open }) => open },
    );
    const { rerender } = render(<Dialog open={false} />);
    await Dialog.preload();
    rerender(<Dialog open={false} />);
    expect(rendered).not.toHaveBeenCalled();
    rerender(<Dialog open />);
    expect(screen.getByText('the address')).toBeVisible();
    rerender(<Dialog open={false} />);
    expect(rendered).toHaveBeenLastCalledWith(false);
  });

  it('is not fetched before it is opened', async () => {
    const fetchPart = vi.fn(async () => Address);
    renderWith(fetchPart);
    expect(fetchPart).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Add address' }));
    expect(await screen.findByText('the address')).toBeVisible();
  });
});
