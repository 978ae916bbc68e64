/**
 * Where failures go that SPEC §8 wants "only logged". Development shows them as information; a production build stays
 * silent until a sink is set. Never hand in a token, a password or a patient's data.
 */
type ReportSink = (event: string, details: Readonly<Record<string, unknown>>) => void;

let sink: ReportSink = (event, details) => {
  if (import.meta.env.DEV) console.info(`[kitwell] ${event}`, details);
};

/** Replaces the sink, for example by an error-tracking service's client. */
export function setReportSink(next: ReportSink): void {
  sink = next;
}

/** Reports something the user is not told about. */
export const report: ReportSink = (event, details) => sink(event, details);
