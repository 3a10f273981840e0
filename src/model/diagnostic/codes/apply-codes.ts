/** Diagnostics of the stages from a plan to its end: policy, apply, verify. */
export const applyCodes = {
  // policy
  'too-many-deletes': {
    stops: 'applying',
    means: 'The plan deletes or replaces more objects than the environment allows in one run.',
    remedy: 'To delete them, pass --allow-deletes with exactly that number.',
  },
  'accounts-orphaned': {
    stops: 'applying',
    means:
      'Accounts that cyclectl manages have no manifest any more, and the environment or the account is protected. Their cycles keep running.',
    remedy:
      'Restore the row or the file of each account to keep, and destroy the others. To leave them as they are, pass --allow-orphans with at least their number.',
  },
  'leaving-due': {
    stops: 'nothing',
    means:
      'The rows of some accounts are leaving, and the graceDays of their fleet have passed since the apply that stopped their cycles.',
    remedy:
      'Run cyclectl destroy --fleet FLEET --leaving, and then cyclectl fleet remove for each account. To keep an account longer, raise graceDays.',
  },
  'too-many-changes': {
    stops: 'applying',
    means: 'The plan changes a larger share of the existing accounts than the environment allows.',
    remedy: 'Narrow the run with --select, or raise protect.maxChangedPercent.',
  },
  'replace-not-allowed': {
    stops: 'applying',
    means:
      'The plan replaces cycles because their origin changed in Git. A replaced cycle loses its history, and the first run of the new one starts from the beginning.',
    remedy: 'Review the plan. To replace the cycles, pass --allow-replace.',
  },
  'webhook-urls-change': {
    stops: 'applying',
    means:
      'A cycle that is called from outside would be replaced, and the new one has another address.',
    remedy: 'Inform its callers, and pass --allow-new-webhook-urls.',
  },
  'deletes-differ': {
    stops: 'applying',
    means: '--allow-deletes has another number than the plan.',
    remedy: 'Review the plan again, and pass the number that it shows.',
  },
  // apply
  'plan-stale': {
    stops: 'applying',
    means:
      'The manifest or the service changed after the plan was made. Nothing in the account was changed.',
    remedy: 'Make a new plan and review it.',
  },
  'plan-done': {
    stops: 'applying',
    means:
      'Every change that the plan has for the account is already in effect: this plan or another run applied it.',
    remedy: 'No action is needed. Nothing was changed.',
  },
  'plan-invalid': {
    stops: 'applying',
    means: 'The file is not a plan that this version can apply, or was changed.',
    remedy: 'Make the plan again with cyclectl plan --out FILE.',
  },
  'request-failed': {
    stops: 'applying',
    means: 'The service did not carry out a request. Operations that depend on it were skipped.',
    remedy: 'Read the message of the service, fix the cause and apply again.',
  },
  'not-offered': {
    stops: 'applying',
    means:
      'The service does not offer this operation. Operations that depend on it were skipped; all others were done.',
    remedy:
      'Do it manually in the console, or declare what the service offers in cyclectl.yaml: service.contract.',
  },
  'outcome-unknown': {
    stops: 'applying',
    means: 'The response to a request was lost, and its outcome could not be determined.',
    remedy: 'Run apply again. It reads the service first and repeats nothing blindly.',
  },
  'drain-timeout': {
    stops: 'applying',
    means:
      'Running transactions of a paused cycle did not end in time. The cycle was started again unchanged.',
    remedy: 'Try again in a quiet period, or raise limits.drainTimeout.',
  },
  interrupted: {
    stops: 'applying',
    means:
      'cyclectl was interrupted before it started a cycle, or while it waited for running transactions of one.',
    remedy: 'Run cyclectl resume to continue. cyclectl resume --status lists unfinished work.',
  },
  'machine-trouble': {
    stops: 'applying',
    means:
      'The store failed in the middle of an account: it was locked, or its disk is full or damaged.',
    remedy: 'Fix the cause that the message names, and apply again. Apply reads the service first.',
  },
  'left-paused': {
    stops: 'applying',
    means: 'A cycle was paused for a change and could not be started again.',
    remedy: 'Start it in the console or run apply again. Customers wait for it.',
  },
  'prerequisite-missing': {
    stops: 'object',
    means:
      'The cycle lacks a prerequisite to run: the service reports it, or the template or cycle file of a new cycle shows it. A plan that would start it refuses the cycle. validate with a catalog foresees that of a new cycle: as a warning, or an error where a line ignores the value. If an apply meets it, the cycle stays paused; a running cycle is not paused for an edit.',
    remedy: 'Map the value that the message names, or sign in the connector.',
  },
  'step-not-bound': {
    stops: 'applying',
    means:
      'The service did not bind the step to the connector that the manifest names. The cycle stays paused.',
    remedy: 'Bind it in the console. The next apply continues.',
  },
  // verify
  'kept-another-value': {
    stops: 'applying',
    means: 'The service responded with success, but holds another value than the one sent.',
    remedy: 'Write the value that the service keeps, or ask its operator for the reason.',
  },
} as const;
