/** Diagnostics of policies. */
export const policyCodes = {
  'policy-expression': {
    stops: 'command',
    means:
      'An expression of a policy is no CEL, has another type than it needs, or would take too long.',
    remedy:
      'Correct the expression. matches is not available: use startsWith, endsWith, contains or in.',
  },
  'policy-denied': {
    stops: 'planning',
    means: 'A manifest or a plan violates a policy that denies it. The account stays unchanged.',
    remedy:
      'Follow the policy, or ask its owner for an exception. It is in the folder policy of the target branch, or with the operator.',
  },
  'policy-failed': {
    stops: 'planning',
    means:
      'An expression of a policy failed for a manifest or a plan, which counts as a violation.',
    remedy:
      'Correct the policy: check with has() or in what may be absent, add an example, and run cyclectl policy test.',
  },
  'policy-unfinished': {
    stops: 'nothing',
    means:
      'An interrupted run left the account unfinished, and policies deny a new plan of it, so that the next apply does not finish it.',
    remedy:
      'Finish what that run began with cyclectl resume RUN, with its id of cyclectl history, or make the manifest follow the policies and apply.',
  },
  'policy-warned': {
    stops: 'nothing',
    means: 'A manifest or a plan violates a policy that warns.',
    remedy: 'Follow the policy, or ask its owner for an exception.',
  },
  'policy-audit': {
    stops: 'nothing',
    means: 'A manifest or a plan violates a policy that only records it.',
    remedy: 'Nothing must be done: the policy is tried out.',
  },
  'policy-example': {
    stops: 'command',
    means: 'A policy gives another result for one of its examples than the example expects.',
    remedy: 'Correct the policy or the example.',
  },
  'policy-exception-over': {
    stops: 'nothing',
    means: 'An exception of a policy has ended. Its accounts must follow the policy.',
    remedy: 'Remove the exception, or agree on another date with its owner.',
  },
  'policy-not-loaded': {
    stops: 'command',
    means:
      'The policies that count could not be loaded: the commit or the folder that a variable names is not there, or cannot be used. Nothing is planned or applied; resume finishes what an interrupted run has started.',
    remedy: 'Correct CYCLECTL_POLICY_REF or CYCLECTL_POLICY_FOLDER in the settings of CI.',
  },
  'policy-ref-missing': {
    stops: 'command',
    means:
      'CI is set and the project has policies, but CYCLECTL_POLICY_REF does not say which commit has those that count, so a branch could change its own.',
    remedy:
      'Set CYCLECTL_POLICY_REF to the commit of the target branch in the settings of CI; in a job that runs on the target branch, to HEAD.',
  },
} as const;
