/** Days of a week, the first first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type Weekday = (typeof weekdays)[number];

/** Hours in which an account may be changed, by the clocks of its time zone. */
export type MaintenanceWindow = {
  /** Days on which it begins; absent: all. */
  readonly days?: readonly Weekday[];
  /** `22:00`. */
  readonly from: string;
  /** `05:00`; before `from`, it is on the next day. `24:00` is the end of the day. */
  readonly to: string;
};

/** The time zone of an account whose manifest has none. */
export const defaultTimeZone = 'UTC';
