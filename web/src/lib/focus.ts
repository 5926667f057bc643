// Tells keyboard focus from the focus that a click gives: details are shown on focus only for keyboard users.

export const focusedByKeyboard = (event: FocusEvent): boolean => (event.currentTarget as Element).matches(":focus-visible");
