import { policyCodes } from './policy-codes.ts';

/** Diagnostics of adopt, of the answers to drift, of saved plans, and of changes during an apply. */
export const planCodes = {
  'adopt-not-found': {
    stops: 'command',
    means: 'The service has no object with that id or name.',
    remedy: 'Write its id, or its exact name, as the console shows it.',
  },
  'adopt-not-fitting': {
    stops: 'command',
    means:
      'The object does not match the entry: it is another account, another connector or a cycle of another template.',
    remedy: 'Name the right object, or change the entry to describe this one.',
  },
  'adopt-bound': {
    stops: 'command',
    means:
      'The object is bound to another entry, or the entry to another object. An entry binds one object.',
    remedy:
      'Check with cyclectl state list, and remove the wrong binding with cyclectl state forget ADDRESS.',
  },
  'adopt-unseen': {
    stops: 'command',
    means:
      'The service does not list the object to adopt, so nothing about it can be checked first.',
    remedy: 'Check the console, and record the result: cyclectl state settle ADDRESS exists ID.',
  },
  'adopt-moved': {
    stops: 'command',
    means:
      'An account changed between the preview and the adoption. Nothing in the account was adopted.',
    remedy: 'Run the command again, and review what it shows.',
  },
  'not-rehearsed': {
    stops: 'command',
    means:
      'An account cannot be rehearsed: nothing of it was adopted or applied yet, or it was applied since the plan.',
    remedy: 'Plan again. If nothing is recorded of the account, adopt or apply it first.',
  },
  'no-drift': {
    stops: 'planning',
    means:
      'An address has no drift: it names nothing, nothing there has changed, it is ignored, or it is part of another change.',
    remedy: 'Pass an address as cyclectl drift prints it: of a field, an object or an account.',
  },
  'accept-refused': {
    stops: 'command',
    means:
      'The changes at an address cannot become the baseline: Git manages them, the reason contains a secret, the object has another key in Git than in state, or the key of fingerprints does not last.',
    remedy: 'Nothing was sent, and the baseline is as before. Follow the message.',
  },
  'accept-moved': {
    stops: 'command',
    means:
      'An unmanaged change was changed again, or taken back, after drift --accept had read it. Nothing in the account was accepted.',
    remedy: 'Run cyclectl drift, review what it shows, and run the command again.',
  },
  'revert-refused': {
    stops: 'planning',
    means:
      'The drift of an account cannot be reverted alone: an earlier apply is unfinished, an object to create again lacks its dependencies, or a cycle would start beside another one of its entry.',
    remedy: 'Nothing in the account was changed. Follow the message, and plan it again.',
  },
  'not-reverted': {
    stops: 'nothing',
    means:
      'A revert leaves some drift as it is: the service lacks a name that the value needs, or takes no such write.',
    remedy: 'Restore it in the console, write its current name in Git, or accept it.',
  },
  'account-let-go': {
    stops: 'nothing',
    means: 'Git has no manifest for an account that it had at the commit of --changed-since.',
    remedy:
      'apply leaves the account unchanged in the service. Restore its manifest to manage it again, or delete it with cyclectl destroy.',
  },
  'plan-seal': {
    stops: 'applying',
    means:
      'The signature of a saved plan is missing or invalid: the plan was changed, or was signed with another CYCLECTL_SECRET_KEY.',
    remedy: 'Make it again with cyclectl plan --out FILE, with the key that apply uses.',
  },
  'plan-too-old': {
    stops: 'applying',
    means: 'A saved plan is older than --max-age allows, or its date is in the future.',
    remedy: 'Make a new plan and review it.',
  },
  'saved-plan-only': {
    stops: 'applying',
    means: 'The environment accepts only saved plans: protect.savedPlanOnly.',
    remedy: 'Save a plan with cyclectl plan --out FILE, have it reviewed, and apply that file.',
  },
  'moved-meanwhile': {
    stops: 'applying',
    means:
      'An object was changed in the service after cyclectl read its account and before it wrote to it. Nothing of it was written, and operations that depend on it were skipped.',
    remedy: 'Make a new plan and review it.',
  },
  'secret-changed': {
    stops: 'applying',
    means: 'A secret has another value than the one that was planned. It was not sent.',
    remedy: 'Make a new plan and apply it.',
  },
  'connector-refused': {
    stops: 'object',
    means:
      'A cycle would change, and a connector that it uses is refused. The cause is with the connector.',
    remedy: 'Fix the refusal of the connector; then both are planned.',
  },
  'rename-refused': {
    stops: 'object',
    means:
      'An object is gone from the manifest, and a new one that may be the same under another key is refused. The object is not deleted, because nothing would be left of either.',
    remedy: 'Fix the refusal of the new one; if they are the same, write renamedFrom in it.',
  },
  'refusal-over': {
    stops: 'applying',
    means:
      'The plan refused the object, and its cause is gone. Apply does what the plan shows, so it left the object as it is.',
    remedy: 'Make a new plan and apply it.',
  },
  ...policyCodes,
} as const;
