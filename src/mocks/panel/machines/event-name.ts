/** `xstate.done.actor.saveLab` reads `saveLab done`; a delay reads `after resend`. */
export function eventName(type: string): string {
  const [, outcome, actor] = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(type) ?? [];
  if (outcome && actor) return `${actor} ${outcome === 'error' ? 'failed' : outcome}`;
  const [, delay] = /^xstate\.after\.(.+?)\./.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  if (type.startsWith('xstate.done.state')) return 'all done';
  if (type === 'xstate.init') return 'start';
  if (type === 'xstate.stop') return 'stop';
  return type === '' ? 'at once' : type;
}
