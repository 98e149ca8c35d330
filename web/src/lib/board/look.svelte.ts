// How tiles look, for all of them at once.

export const look = $state({
  /** Numbers with serifs, as old tiles have them, instead of round lines. */
  classic: false,
});
