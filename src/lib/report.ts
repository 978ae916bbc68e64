/**
 * Receives failures that §8 wants "only logged". Development logs them to the console; production is silent until
 * a sink is set. Never pass a token, a password or a patient's data.
 */
type ReportSink = (event: string, details: Readonly<Record<string, unknown>>) => void;

let sink: ReportSink = (event, details) => {
  if (import.meta.env.DEV) console.info(`[kitwell] ${event}`, details);
};

/** Replaces the sink, for example with the client of an error-tracking service. */
export function setReportSink(next: ReportSink): void {
  sink = next;
}

/** Reports a failure that is not shown to the user. */
export const report: ReportSink = (event, details) => sink(event, details);
