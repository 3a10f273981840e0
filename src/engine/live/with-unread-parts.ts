import {
  type Answer,
  type ApiFailure,
  findStatus,
  isMissing,
} from '../../model/diagnostic/api-failure.ts';
import { hasRepeatedNames } from '../../model/live/cycle-shape.ts';
import type { RemoteId } from '../../model/live/live.ts';
import type { ServiceReader } from '../../model/ports.ts';

/** A part of a cycle that the service refuses to show, although it shows that of others. */
export type UnreadPart = {
  readonly cycle: RemoteId;
  readonly part: 'edges' | 'variables' | 'structure';
  readonly failure: ApiFailure;
};

/**
 * A reader that takes refused edges, variables and exports of a cycle for parts that are not offered, and
 * reports them. Never for a plan, which would write by what it does not see.
 */
export function withUnreadParts(
  reader: ServiceReader,
  report: (part: UnreadPart) => void,
): ServiceReader {
  return {
    ...reader,
    listEdges: async (account, cycle) => {
      const answer = await reader.listEdges(account, cycle);
      if (answer.ok || !isRefused(answer.failure)) return answer;
      // Without the order, the names of steps that repeat mean nothing.
      const steps = await reader.listSteps(account, cycle);
      if (!steps.ok || hasRepeatedNames(steps.value)) return answer;
      report({ cycle, part: 'edges', failure: answer.failure });
      return toNotOffered(answer.failure);
    },
    exportCycle: async (account, cycle) => {
      const answer = await reader.exportCycle(account, cycle);
      if (answer.ok || !isRefused(answer.failure)) return answer;
      report({ cycle, part: 'structure', failure: answer.failure });
      return toNotOffered(answer.failure);
    },
    listVariables: async (account, cycle) => {
      const answer = await reader.listVariables(account, cycle);
      if (answer.ok || !isRefused(answer.failure)) return answer;
      report({ cycle, part: 'variables', failure: answer.failure });
      return toNotOffered(answer.failure);
    },
  };
}

// Keeps the status for a message, where nothing can be concluded without the part.
function toNotOffered(failure: ApiFailure): Answer<never> {
  const message = `${findStatus(failure) ?? ''} ${failure.message}`.trim();
  return { ok: false, failure: { ...failure, kind: 'not-offered', message } };
}

// A part that the declared contract of the service lacks is not asked for: the whole run knows it.
function isRefused(failure: ApiFailure): boolean {
  return failure.tries > 0 && (failure.kind === 'forbidden' || isMissing(failure));
}
