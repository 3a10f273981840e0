/** Diagnostics of saved plans as contracts, and of what moved under one while it was applied. */
export const planCodes = {
  'account-let-go': {
    means:
      'Git had an account at the commit that --changed-since compares with, and has it no more.',
    remedy:
      'apply leaves it on the service as it is. Bring its manifest back to manage it again, or delete it with cyclectl destroy.',
  },
  'plan-seal': {
    means:
      'The seal of a saved plan is missing, was made with another key, or is not that of this text: the plan is not as cyclectl wrote it, or was made by somebody with another CYCLECTL_SECRET_KEY.',
    remedy: 'Make it again with cyclectl plan --out FILE, under the key that apply has.',
  },
  'plan-too-old': {
    means: 'A saved plan is older than --max-age allows, or from a time that is still to come.',
    remedy: 'Make a new plan and look at it.',
  },
  'saved-plan-only': {
    means: 'The environment takes saved plans alone: protect.savedPlanOnly.',
    remedy: 'Save a plan with cyclectl plan --out FILE, let it be looked at, and apply that file.',
  },
  'moved-meanwhile': {
    means:
      'Somebody changed an object in the service after its account was looked at and before it was written. Nothing of it was written; what depends on it was left out.',
    remedy: 'Make a new plan and look at it.',
  },
  'secret-changed': {
    means: 'A secret has another value than the one that was planned. It was not sent.',
    remedy: 'Make a new plan and apply that.',
  },
} as const;
