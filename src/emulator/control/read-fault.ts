import { Body, type Given } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import type { Fault, FaultAction, FaultAim } from './faults.ts';

/** Parses faults: an array of {method, path, nth | every | rate, do, …}. A mistake is a 400. */
export function readFaults(json: unknown): readonly Fault[] {
  if (!Array.isArray(json)) {
    throw new Refusal(
      400,
      'The body of faults must be an array; an empty array removes all faults.',
    );
  }
  return json.map((item) => readFault(new Body(item)));
}

function readFault(body: Body): Fault {
  const path = need(body.text('path'), 'path');
  const method = optional(body.text('method'));
  const nth = optional(body.integer('nth'));
  const every = optional(body.integer('every'));
  const rate = optional(body.number('rate'));
  const rhythms = [nth, every, rate].filter((each) => each !== undefined);
  if (rhythms.length > 1) {
    throw new Refusal(400, 'A fault takes only one of nth, every and rate.');
  }
  if ([nth, every].some((each) => each !== undefined && each < 1)) {
    throw new Refusal(400, 'nth and every must be at least 1.');
  }
  const aim: FaultAim = {
    path,
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(nth === undefined ? {} : { nth }),
    ...(every === undefined ? {} : { every }),
    ...(rate === undefined ? {} : { rate }),
  };
  return { ...aim, ...readAction(body) };
}

function readAction(body: Body): FaultAction {
  const action = need(body.text('do'), 'do');
  switch (action) {
    case 'drop-before':
    case 'drop-after':
    case 'ignore':
    case 'truncate':
    case 'garble':
    case 'shift':
    case 'stale':
      return { do: action };
    case 'delay':
      return { do: action, delayMs: need(body.integer('delayMs'), 'delayMs') };
    case 'lag':
      return { do: action, requests: need(body.integer('requests'), 'requests') };
    case 'status': {
      const message = optional(body.text('message'));
      const retryAfterS = optional(body.integer('retryAfterS'));
      return {
        do: action,
        status: readStatus(need(body.integer('status'), 'status')),
        ...(message === undefined ? {} : { message }),
        ...(retryAfterS === undefined ? {} : { retryAfterS }),
      };
    }
    default:
      throw new Refusal(
        400,
        `'do' must be status, delay, drop-before, drop-after, ignore, truncate, garble, lag, shift or stale, not '${action}'.`,
      );
  }
}

function readStatus(status: number): number {
  if (status < 200 || status > 599) {
    throw new Refusal(400, `'status' must be a number from 200 to 599, not ${status}.`);
  }
  return status;
}

function need<T>(given: Given<T>, name: string): T {
  if (given.kind !== 'value') {
    throw new Refusal(400, `The fault lacks '${name}'.`);
  }
  return given.value;
}

function optional<T>(given: Given<T>): T | undefined {
  return given.kind === 'value' ? given.value : undefined;
}
