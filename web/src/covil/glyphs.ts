// SVG paths of Covil's icons, in a box of 24 by 24: `f` filled, `s` stroked; and headgear and colours of portraits.

export interface Glyph {
  f?: string;
  s?: string;
}

export const GLYPHS: Record<string, Glyph> = {
  Water: { s: "M2 8Q5 4 8 8Q11 4 14 8Q17 4 20 8M4 14Q7 10 10 14Q13 10 16 14Q19 10 22 14M2 20Q5 16 8 20Q11 16 14 20Q17 16 20 20" },
  Desert: { s: "M12 22V4M12 15H7V9M12 12H17V7" },
  Mountain: { f: "M1 21 9 5 12 10 15 6 23 21Z" },
  Forest: { f: "M12 1 18 9H15.5L20 15H15L19 19H5L9 15H4L8.5 9H6ZM10.5 19H13.5V23H10.5Z" },
  Town: { f: "M2 12 8 5 14 12V11L18 7 22 12V21H2ZM6 14V21H9V14Z" },
  melee: { f: "M20 2 22 4 11 15 9 13ZM7 12 12 17 10 19 8.5 17.5 4 22 2 20 6.5 15.5 5 14Z" },
  ranged: { s: "M6 3C15 3 21 9 21 18M6 3 21 18M3 21 14 10M14 10H9.5M14 10V14.5" },
  defense: { f: "M12 2 21 5V11C21 17 17 21 12 23C7 21 3 17 3 11V5Z" },
  attack: { s: "M4 4 17 17M20 4 7 17M15 19 19 15M5 15 9 19" },
  reinforcement: { s: "M12 21V4M5 11 12 4 19 11M6 21H18" },
  influence: { s: "M12 3 14.5 9.5H21L15.5 13.5 17.5 20 12 16 6.5 20 8.5 13.5 3 9.5H9.5Z" },
  aftershock: { s: "M13 2 6 13H12L10 22 18 10H12Z" },
  command: { s: "M4 10V14H8L16 19V5L8 10ZM19 9Q21 12 19 15" },
  instant: { s: "M12 2V7M12 17V22M2 12H7M17 12H22M5 5 8 8M16 16 19 19M19 5 16 8M8 16 5 19" },
  hp: { f: "M12 21C4 15 2 11 2 8C2 4.5 4.5 3 7 3C9.5 3 11 4.5 12 6C13 4.5 14.5 3 17 3C19.5 3 22 4.5 22 8C22 11 20 15 12 21Z" },
  relic: { f: "M12 2 20 8 17 20H7L4 8Z" },
  troop: { f: "M12 2C14.5 2 16 4 16 6C16 7.5 15.3 8.6 14.5 9.2C18 10.5 19 15 19.5 22H4.5C5 15 6 10.5 9.5 9.2C8.7 8.6 8 7.5 8 6C8 4 9.5 2 12 2Z" },
  fortress: { f: "M3 22V8H6V11H9V5H11V2L15 3.5 12.5 5H15V11H18V8H21V22H14.5V17Q14.5 14.5 12 14.5T9.5 17V22Z" },
  ruin: { f: "M3 22V14L6 12 7 16 10 10 11 15 14 13V18L17 12 18 16 21 14V22Z" },
  rebel: { f: "M10.8 10V23H13.2V10H17V2H15.2V7.5H13V1H11V7.5H8.8V2H7V10Z" },
  scepter: { s: "M6 21 14 11M16 3.5 17.5 6.5 20.5 7 18.5 9.5 19 12.5 16 11.5 13 12.5 13.5 9.5 11.5 7 14.5 6.5Z" },
  morning: { s: "M3 19H21M6 15A6 6 0 0 1 18 15M12 3V6M4 7 6.5 9M20 7 17.5 9" },
  afternoon: { s: "M12 7A5 5 0 1 1 12 17A5 5 0 1 1 12 7M12 1.5V4M12 20V22.5M1.5 12H4M20 12H22.5M4.5 4.5 6.3 6.3M17.7 17.7 19.5 19.5M19.5 4.5 17.7 6.3M6.3 17.7 4.5 19.5" },
  night: { f: "M20.5 15A9.5 9.5 0 1 1 10 2.5A8 8 0 0 0 20.5 15Z" },
};

/** Headgear of each class in portraits. */
export const GEAR: Record<string, string> = {
  "Dark Overlord": "crown",
  Assassin: "hood",
  Warrior: "helmet",
  Guardian: "visor",
  Saboteur: "goggles",
  Sorcerer: "hat",
};
/** Dark and light colour of each class in portraits. */
export const CLOTH: Record<string, [string, string]> = {
  "Dark Overlord": ["#5a2340", "#8f3a5e"],
  Assassin: ["#33384a", "#525b77"],
  Warrior: ["#6b2d1c", "#9c4b30"],
  Guardian: ["#2f4a5c", "#4f7488"],
  Saboteur: ["#5d4a17", "#8b7129"],
  Sorcerer: ["#3d2c66", "#6549a0"],
};
