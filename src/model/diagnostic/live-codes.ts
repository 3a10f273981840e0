/** Diagnostics of the rooms that know the service: bind, match, diff, plan, policy, apply, verify. */
export const liveCodes = {
  'account-bound-elsewhere': {
    means: 'The state binds this account of the service to another key.',
    remedy:
      'Give each key its own id, or remove one from the state with cyclectl state forget KEY.',
  },
  // the command line
  'environment-unknown': {
    means: 'The project has no environment of that name, or has several and none was chosen.',
    remedy: 'Choose one with -e NAME, CYCLECTL_ENVIRONMENT or spec.defaultEnvironment.',
  },
  'selection-invalid': {
    means: 'A part of --select has an unknown form.',
    remedy: 'Write account=NAME or label=NAME=VALUE.',
  },
  'selection-empty': {
    means: '--select, or a part of it, matches no account of the environment.',
    remedy: 'Correct the name. Accounts and labels are those of the manifests.',
  },
  // bind
  'connector-unknown': {
    means: 'The catalog of the service has no connector of that name.',
    remedy: 'Write the exact name from the catalog, including upper and lower case.',
  },
  'connector-version-unknown': {
    means: 'The catalog has the connector, but not in that version.',
    remedy: 'Choose a version that the catalog offers, or remove the version.',
  },
  'authentication-unknown': {
    means: 'The connector does not offer an authentication type of that name.',
    remedy: 'Write a type that the connector offers, or remove the line to use the default.',
  },
  'property-unknown': {
    means: 'The connector has no account-level property of that name.',
    remedy: 'Write the TargetName from the catalog.',
  },
  'secret-as-text': {
    means: 'The service marks this value as a secret, and the manifest contains it as plain text.',
    remedy:
      'Write a reference instead, and rotate the secret, because it is in the history of Git.',
  },
  'secret-merged': {
    means: 'An expression merges a parameter or property that the service marks as sensitive.',
    remedy: 'Remove the merge field. The service does not merge sensitive values.',
  },
  'template-unknown': {
    means: 'The service has no published template of that name, or none with that tag.',
    remedy: 'Write the name as the console shows it, or publish the template.',
  },
  'template-ambiguous': {
    means: 'Several templates have that name.',
    remedy: 'Add a tag that only one of them has.',
  },
  'template-unread': {
    means: 'The template of a cycle could not be read. Nothing in the account was changed.',
    remedy: 'Run the command again. If it fails again, check the service and the credentials.',
  },
  'slot-unknown': {
    means: 'The template has no connector slot of that name.',
    remedy: 'Write one of its slots. NAME#2 is the second slot of the same connector.',
  },
  'slot-ambiguous': {
    means: 'Several connectors of the account match the kind that a slot takes.',
    remedy: 'Choose one under connectors of the cycle.',
  },
  'slot-unfilled': {
    means:
      'A slot of a cycle file has no connector in the cycle, and the account has none of that kind.',
    remedy: 'Add a connector of that kind under connectors of the account.',
  },
  'slot-of-other-connector': {
    means: 'The connector chosen for a slot is of another kind.',
    remedy: 'Choose a connector of this account whose kind the slot takes.',
  },
  'step-unknown': {
    means: 'The cycle or its template has no step of that name, or has several.',
    remedy: 'Write the name as the service shows it. NAME#2 is the second step of that name.',
  },
  'target-unknown': {
    means: 'The step has no parameter or request field of that name, or has several.',
    remedy:
      'Name a parameter by its TargetName and a field by its Location. Check whether it belongs under parameters or fields.',
  },
  'source-unknown': {
    means: 'A mapping takes its value from a step, field or variable that does not exist.',
    remedy: 'Write one of the names that the message lists.',
  },
  'variable-unknown': {
    means:
      'The cycle has no variable of that display name, or has several. Variables come with the template.',
    remedy: 'Write the name of a variable that exists, or add it to the template.',
  },
  'schedule-ignored': {
    means: 'A webhook starts the cycle, and the service ignores a schedule of such a cycle.',
    remedy: 'Remove the schedule.',
  },
  'schedule-missing': {
    means: 'A new cycle is to be active, but has no schedule.',
    remedy: 'Add a schedule, or write state: paused.',
  },
  // match
  ambiguous: {
    means: 'Several objects of the service match the manifest.',
    remedy: 'Give the right one a unique name, write that name as displayName, and plan again.',
  },
  // live
  unread: {
    means: 'The service could not be read. Nothing in the account was changed.',
    remedy: 'Run the command again. If it fails again, check the service and the credentials.',
  },
  // plan
  'replace-not-offered': {
    means:
      'A cycle needs a replacement because its origin changed, and the service offers no way to replace it.',
    remedy: 'Restore the earlier origin, or replace the cycle manually in the console.',
  },
  'change-refused': {
    means: 'The field cannot be changed on an object that exists.',
    remedy: 'Restore the earlier value, or create a new object under a new key.',
  },
  'account-id-changed': {
    means:
      'The manifest names another account than the state binds its key to. Neither account was changed.',
    remedy:
      'Restore the id, or remove the first account from the state with cyclectl state forget, which leaves it unchanged.',
  },
  'connector-in-use': {
    means: 'A connector is to be deleted while a cycle of the manifest still uses it.',
    remedy:
      'Choose another connector for the cycle, remove the cycle too, or keep the entry of the connector.',
  },
  'account-not-empty': {
    means: 'An account is to be destroyed, but contains an object that cyclectl did not create.',
    remedy:
      'Find its owner, and remove the object in the console. cyclectl deletes only its own objects.',
  },
  'not-kept': {
    means:
      'The backup before a destroy failed: an object could not be read in full, or its file not written.',
    remedy: 'Run the command again. Nothing was destroyed.',
  },
  'still-named': {
    means: 'A manifest still has an entry for a destroyed object.',
    remedy: 'Remove the entry, or the file. Otherwise the next apply creates the object again.',
  },
  protected: {
    means: 'An object to be deleted has, or had, protect: true.',
    remedy: 'Restore its entry with protect: false and apply. Then delete it in a separate commit.',
  },
  'renamed-onto': {
    means: 'The state has an object for the new key of a renamed entry, and one for the old key.',
    remedy:
      'Remove the line renamedFrom if both objects are separate. The plan then deletes the old one.',
  },
  'schedule-unknown': {
    means: 'A change needs to pause a cycle, but no schedule says when to run it afterwards.',
    remedy: 'Write its schedule, or state: paused.',
  },
  'pause-not-offered': {
    means:
      'A running cycle is to be edited, and the service offers no way to pause it. Nothing in its account was changed.',
    remedy: 'Pause it in the console and apply. The apply starts it again.',
  },
  'outcome-open': {
    means:
      'The response to an install was lost, and the service does not list installed connectors. Only a person can check the console.',
    remedy:
      'Check the console, then record the result: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'connectors-unseen': {
    means:
      'An account exists that has no state, and the service does not list its installed connectors.',
    remedy:
      'Record each connector with cyclectl state settle ADDRESS exists ID. If there is none, record the account instead.',
  },
  'category-open': {
    means:
      'The response to the creation of a custom category was lost, and the service does not list them. Only a person can check the console.',
    remedy:
      'Check the console, then record the result: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'secret-missing': {
    means: 'An object is to be created with a secret that has no value on this machine.',
    remedy: 'Set the variable, or write the file, that the reference names.',
  },
  // policy
  'too-many-deletes': {
    means: 'The plan deletes or replaces more objects than the environment allows in one run.',
    remedy: 'To delete them, pass --allow-deletes with exactly that number.',
  },
  'too-many-changes': {
    means: 'The plan changes a larger share of the existing accounts than the environment allows.',
    remedy: 'Narrow the run with --select, or raise protect.maxChangedPercent.',
  },
  'replace-not-allowed': {
    means:
      'The plan replaces cycles because their origin changed in Git. A replaced cycle loses its history, and the first run of the new one starts from the beginning.',
    remedy: 'Review the plan. To replace the cycles, pass --allow-replace.',
  },
  'webhook-urls-change': {
    means:
      'A cycle that is called from outside would be replaced, and the new one has another address.',
    remedy: 'Inform its callers, and pass --allow-new-webhook-urls.',
  },
  'deletes-differ': {
    means: '--allow-deletes has another number than the plan.',
    remedy: 'Review the plan again, and pass the number that it shows.',
  },
  // apply
  'plan-stale': {
    means:
      'The manifest or the service changed after the plan was made. Nothing in the account was changed.',
    remedy: 'Make a new plan and review it.',
  },
  'plan-done': {
    means:
      'Every change that the plan has for the account is already in effect: this plan or another run applied it.',
    remedy: 'No action is needed. Nothing was changed.',
  },
  'plan-invalid': {
    means: 'The file is not a plan that this version can apply, or was changed.',
    remedy: 'Make the plan again with cyclectl plan --out FILE.',
  },
  'request-failed': {
    means: 'The service did not carry out a request. Operations that depend on it were skipped.',
    remedy: 'Read the message of the service, fix the cause and apply again.',
  },
  'not-offered': {
    means:
      'The service does not offer this operation. Operations that depend on it were skipped; all others were done.',
    remedy:
      'Do it manually in the console, or declare what the service offers in cyclectl.yaml: service.contract.',
  },
  'outcome-unknown': {
    means: 'The response to a request was lost, and its outcome could not be determined.',
    remedy: 'Run apply again. It reads the service first and repeats nothing blindly.',
  },
  'drain-timeout': {
    means:
      'Running transactions of a paused cycle did not end in time. The cycle was started again unchanged.',
    remedy: 'Try again in a quiet period, or raise limits.drainTimeout.',
  },
  interrupted: {
    means:
      'cyclectl was interrupted before it started a cycle, or while it waited for running transactions of one.',
    remedy: 'Run cyclectl resume to continue. cyclectl resume --status lists unfinished work.',
  },
  'machine-trouble': {
    means:
      'The store failed in the middle of an account: it was locked, or its disk is full or damaged.',
    remedy: 'Fix the cause that the message names, and apply again. Apply reads the service first.',
  },
  'own-mistake': {
    means: 'An internal error of cyclectl interrupted an account. Unfinished work was closed.',
    remedy: 'Please report it with the text below it, and apply again.',
  },
  'left-paused': {
    means: 'A cycle was paused for a change and could not be started again.',
    remedy: 'Start it in the console or run apply again. Customers wait for it.',
  },
  'prerequisite-missing': {
    means:
      'The service reports that the cycle lacks a prerequisite to run. A plan that would start it refuses the cycle. If an apply meets it, the cycle stays paused; a running cycle is not paused for an edit.',
    remedy: 'Map the value that the message names, or sign in the connector.',
  },
  'step-not-bound': {
    means:
      'The service did not bind the step to the connector that the manifest names. The cycle stays paused.',
    remedy: 'Bind it in the console. The next apply continues.',
  },
  // verify
  'kept-another-value': {
    means: 'The service responded with success, but holds another value than the one sent.',
    remedy: 'Write the value that the service keeps, or ask its operator for the reason.',
  },
} as const;
