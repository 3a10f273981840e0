import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Adds attributes to the span of a piece of work; `isFailure` marks it as failed. */
export type AddToSpan = (attributes: Attributes, isFailure?: boolean) => void;

const kinds = { job: SpanKind.CONSUMER, step: SpanKind.INTERNAL } as const;

/**
 * Runs a piece of work in a span, which ends also if it throws. It has names and counts, and never the
 * message of an error, which may quote a value.
 */
export function runTraced<T>(
  name: keyof typeof kinds,
  attributes: Attributes,
  run: (add: AddToSpan) => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('cyclectl');
  const options = { kind: kinds[name], attributes };
  return tracer.startActiveSpan(`cyclectl.${name}`, options, async (span) => {
    try {
      return await run((more, isFailure = false) => {
        span.setAttributes(more);
        if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
      });
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
