import { type Node, ref } from './schema-node.ts';

/** Segment of a fleet. */
export const segment = {
  type: 'object',
  required: ['match', 'set'],
  additionalProperties: false,
  description: 'Settings of the accounts that have some labels.',
  properties: {
    match: {
      type: 'object',
      minProperties: 1,
      propertyNames: ref('key'),
      additionalProperties: { type: 'string' },
      description: 'Labels that an account must have, all of them.',
    },
    set: { ...ref('patch'), description: 'What these accounts have.' },
  },
};

/** Ways to name the accounts of a wave: each wave has one. */
const waveMembers = {
  select: {
    type: 'string',
    minLength: 1,
    description: 'Accounts by name or label, as in --select.',
    examples: ['label=tier=trial'],
  },
  count: { type: 'integer', minimum: 1, description: 'Number of accounts.' },
  percent: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 100,
    description: 'Part of the accounts that the rollout changes.',
  },
};

/** Wave of a rollout, in one closed form for each way to name its accounts. */
const wave = {
  description: 'Accounts that get a revision together.',
  oneOf: Object.entries(waveMembers).map(([key, schema]) => ({
    type: 'object',
    required: ['name', key],
    additionalProperties: false,
    properties: { name: { ...ref('key'), description: 'Name of the wave.' }, [key]: schema },
  })),
};

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Maintenance windows of a rollout. */
const windows = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['from', 'to'],
    additionalProperties: false,
    description: 'Hours by the clocks of the time zone of each account.',
    properties: {
      days: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { enum: weekdays },
        description: 'Days on which the window begins. Absent: all.',
      },
      from: {
        type: 'string',
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        description: 'Time at which it opens.',
        examples: ['22:00'],
      },
      to: {
        type: 'string',
        pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
        description:
          'Time at which it closes; before from: on the next day. 24:00 is the end of the day.',
        examples: ['05:00'],
      },
    },
  },
  description:
    'Times in which cyclectl rollout continue may begin with an account. Without it: at any time.',
};

/** Rollout of a fleet. */
export const rollout = {
  type: 'object',
  required: ['waves'],
  additionalProperties: false,
  description:
    'Changes of blueprint, base and segments reach the accounts in waves, by cyclectl rollout. Without it, the next apply writes them everywhere.',
  properties: {
    waves: {
      type: 'array',
      minItems: 1,
      items: wave,
      description:
        'The waves, in their order. Accounts in none of them are a last wave with the name rest.',
    },
    budget: {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^\\d{1,2}%$' },
      ],
      default: 0,
      description: 'Most accounts of a wave that may fail before the rollout stops: 3, or 2%.',
      examples: [3, '2%'],
    },
    onFailure: {
      enum: ['stop', 'undo'],
      default: 'stop',
      description:
        'What follows more failed accounts than the budget: no further wave, or all accounts are brought back to their earlier revisions.',
    },
    gate: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      dependentRequired: { errors: ['evidence'], evidence: ['within'], within: ['evidence'] },
      description:
        'Conditions that a wave must meet before the next one is admitted. Without it, a wave passes when it is applied.',
      properties: {
        evidence: {
          type: 'string',
          pattern: '^([1-9]\\d?|100)%$',
          description:
            'Part of the accounts of a wave that must have a run that began after their apply, and ended.',
          examples: ['80%'],
        },
        within: {
          type: 'string',
          pattern: '^[1-9]\\d{0,4}(m|h|d)$',
          description:
            'Time after the apply of a wave from which a person is asked for an approval.',
          examples: ['26h'],
        },
        errors: {
          const: 'noMoreThanBefore',
          description:
            'A wave fails where that many runs with errors would be unlikely (under 5%) at the share of the 14 days before the rollout. With less than 20 runs before: no new kind of error.',
        },
        checks: {
          const: true,
          description: 'The health checks of the accounts pass; an account has one at least.',
        },
        approval: {
          const: 'required',
          description: 'A person approves each wave with cyclectl rollout approve.',
        },
      },
    },
    windows,
  },
};

/** Pin of an account. */
const pin = {
  type: 'object',
  required: ['revision', 'reason', 'owner', 'until'],
  additionalProperties: false,
  description:
    'Holds the account on a revision of the fleet. No rollout and no apply brings it to another one.',
  properties: {
    revision: {
      type: 'string',
      pattern: '^[0-9a-f]{8,64}$',
      description:
        'First digits of the revision, eight or more, as cyclectl rollout status shows them. In quotes: some are numbers.',
      examples: ['8c1f02ab'],
    },
    reason: { type: 'string', minLength: 1, description: 'Why this account is held.' },
    owner: { type: 'string', minLength: 1, description: 'Who decides about it.' },
    until: {
      type: 'string',
      format: 'date',
      description:
        'Last day in UTC on which the account is held. From the next day on, the next rollout or apply takes it along.',
      examples: ['2026-12-31'],
    },
    environment: {
      type: 'string',
      minLength: 1,
      description: 'The one environment that the pin is for. Without it, it is for all.',
      examples: ['production'],
    },
  },
};

/** Override of a fleet. */
export const override = {
  type: 'object',
  required: ['account'],
  additionalProperties: false,
  dependentRequired: {
    set: ['reason', 'owner'],
    reason: ['set'],
    owner: ['set'],
    until: ['set'],
  },
  description: 'Settings of one account, or the revision that it is held on.',
  properties: {
    account: { ...ref('key'), description: 'Name of the account.' },
    reason: { type: 'string', minLength: 1, description: 'Why this account differs.' },
    owner: { type: 'string', minLength: 1, description: 'Who decides about it.' },
    until: {
      type: 'string',
      format: 'date',
      description:
        'Date after which plan, drift and status report the override. It stays in effect.',
    },
    set: { ...ref('patch'), description: 'What this account has.' },
    pin,
  },
};

/** Input of a blueprint. */
export function makeInput(): Node {
  return {
    type: 'object',
    required: ['type'],
    additionalProperties: false,
    description: 'A value that differs between accounts.',
    properties: {
      type: {
        enum: ['string', 'number', 'boolean', 'enum', 'secret', 'mapping', 'list'],
        description: 'Type of the value.',
      },
      title: { type: 'string', minLength: 1, description: 'Name that people read.' },
      description: { type: 'string', minLength: 1, description: 'Purpose of the value.' },
      required: {
        type: 'boolean',
        description: 'false: without a value, what is set to it is not managed. Default: true.',
      },
      default: {
        description: 'Value of accounts that have no other.',
        oneOf: [ref('scalar'), { type: 'number' }, { type: 'array' }, { type: 'object' }],
      },
      renamedFrom: {
        $ref: '#/$defs/inputName',
        description: 'Earlier name, which tables, overrides and files may still use.',
      },
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description:
          'Regular expression (RE2) that a string must match from its first to its last character.',
        examples: ['[a-z]{2}'],
      },
      values: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'string' },
        description: 'Values of an enum.',
      },
      ref: {
        ...ref('secret'),
        description: `Where the secret of each account is. \${account.env} is its name in capitals.`,
      },
    },
  };
}
