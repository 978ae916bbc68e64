import { act, renderHook, waitFor } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, nothingPending } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApp } from '@/app/app';
import { useWrite } from '@/app/use-write';
import { connectToasts } from '@/ui/feedback/toast';

const operation = 'POST /clinic/request-clinic';
const request = {
  body: {
    clinicName: 'Harbor Clinic',
    clinicEmail: 'desk@harbor.example.com',
    clinicAddress: '12 Long Wharf, Boston',
    clinicPhone: '+16175550100',
  },
};

const server = startMockServer({ patients: 2 });
beforeEach(() => server.reset({ preset: 'demo' }));
afterEach(() => vi.restoreAllMocks());

/** Renders the hook; `next` makes one try whose response is the given branch. */
function renderWrite(options: { acceptDuplicate?: boolean; unanswered?: boolean } = {}) {
  const onDone = vi.fn();
  const { result, unmount } = renderHook(() => useWrite('requestClinic', { ...options, onDone }), {
    wrapper: WithApp,
  });
  const send = () => act(() => result.current.send(request));
  const next = async (branch: string) => {
    server.set(operation, branch, { times: 1 });
    send();
    await waitFor(() => expect(result.current.busy).toBe(false));
  };
  return { result, unmount, onDone, send, next };
}

const timesSent = () => callsTo(server, operation).length;

/** The server answers the next call with this status and message. */
function rejectNext(status: number, message: string): void {
  vi.spyOn(server.engine, 'answer').mockResolvedValueOnce({ kind: 'answer', status, body: { message } });
}

const already = 'This request was sent already';

describe('a write', () => {
  it('sends once, however often it is pressed, and reports its success once', async () => {
    const paused = pauseResponses(server, { name: 'requestClinic', operation }, ['ok']);
    const { result, onDone, send } = renderWrite();
    act(() => {
      // Both before the next render.
      result.current.send(request);
      result.current.send(request);
    });
    expect(result.current).toMatchObject({ busy: true, done: false, failure: null });
    await paused.decided();
    send();
    await act(() => paused.releaseNext());
    await waitFor(() => expect(result.current).toMatchObject({ busy: false, done: true }));
    send();
    await nothingPending(getApp().store);
    expect(onDone).toHaveBeenCalledOnce();
    expect(callsTo(server, operation).map((call) => call.request)).toEqual([request]);
  });

  it('keeps the failure until the next try', async () => {
    const { result, onDone, send, next } = renderWrite();
    await next('500');
    expect(result.current).toMatchObject({ done: false, outcomeUnknown: false, failure: { status: 500 } });
    expect(onDone).not.toHaveBeenCalled();
    send();
    expect(result.current).toMatchObject({ busy: true, failure: null });
    await waitFor(() => expect(result.current).toMatchObject({ done: true }));
    expect(timesSent()).toBe(2);
  });

  it('continues when the screen is left, which then hears nothing of it', async () => {
    const paused = pauseResponses(server, { name: 'requestClinic', operation }, ['ok']);
    const { unmount, onDone, send } = renderWrite();
    send();
    await paused.decided();
    unmount();
    await paused.releaseNext();
    await nothingPending(getApp().store);
    expect(onDone).not.toHaveBeenCalled();
    expect(server.db.list('clinicRequests')).toHaveLength(1);
  });
});

describe('the caller of a write', () => {
  it.each([
    ['ok', 'done'],
    ['500', 'rejected'],
    ['network', 'unknown'],
  ])('learns how each try has ended: %s', async (branch, end) => {
    const { result } = renderWrite();
    const onEnd = vi.fn();
    server.set(operation, branch, { times: 1 });
    act(() => result.current.send(request, onEnd));
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(end));
  });
});

describe('a write that was sent before the page was reloaded', () => {
  const sentBefore = { acceptDuplicate: true, unanswered: true };

  it('has an unknown outcome until it is sent again', async () => {
    const { result, next } = renderWrite(sentBefore);
    expect(result.current).toMatchObject({ outcomeUnknown: true, busy: false, done: false, failure: null });
    await next('ok');
    expect(result.current).toMatchObject({ outcomeUnknown: false, done: true });
  });

  it('was done if it is a duplicate, which shows no error', async () => {
    const toasts = vi.fn();
    const disconnect = connectToasts(toasts);
    const { result, onDone, send } = renderWrite(sentBefore);
    rejectNext(409, already);
    send();
    await waitFor(() => expect(result.current).toMatchObject({ done: true, failure: null }));
    expect(onDone).toHaveBeenCalledOnce();
    expect(toasts.mock.calls.filter(([{ text }]) => text !== null)).toEqual([]);
    disconnect();
  });
});

describe('a write whose response was lost', () => {
  it('has an unknown outcome until a success, also after a definite rejection, but not while it is sent', async () => {
    const { result, send, next } = renderWrite();
    await next('ok.lost');
    expect(result.current).toMatchObject({ outcomeUnknown: true, failure: { kind: 'no-response' } });
    await next('500');
    expect(result.current).toMatchObject({ outcomeUnknown: true, failure: { status: 500 } });
    send();
    expect(result.current).toMatchObject({ busy: true, outcomeUnknown: false });
    await waitFor(() => expect(result.current).toMatchObject({ done: true, outcomeUnknown: false }));
  });

  it('was done if the next try is a duplicate, where that is accepted', async () => {
    const { result, onDone, send, next } = renderWrite({ acceptDuplicate: true });
    await next('ok.lost');
    rejectNext(409, already);
    send();
    await waitFor(() => expect(result.current).toMatchObject({ done: true, failure: null }));
    expect(onDone).toHaveBeenCalledOnce();
  });

  it.each([
    ['the outcome was known', { acceptDuplicate: true }, '500', false],
    ['duplicates are not accepted', {}, 'ok.lost', true],
  ])('a duplicate is a failure where %s', async (_, options, branch, outcomeUnknown) => {
    const { result, onDone, send, next } = renderWrite(options);
    await next(branch);
    rejectNext(409, already);
    send();
    await waitFor(() => expect(result.current.failure).toMatchObject({ status: 409 }));
    expect(result.current).toMatchObject({ done: false, outcomeUnknown });
    expect(onDone).not.toHaveBeenCalled();
  });
});
