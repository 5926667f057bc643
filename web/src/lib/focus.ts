// A press gives the focus too; only whoever comes with the keyboard wants to hear about what is focused.

export const byKey = (event: FocusEvent): boolean => (event.currentTarget as Element).matches(":focus-visible");
