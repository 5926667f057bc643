// Signs of our own, in a box of 24: `f` is filled, `s` is drawn with a pen.

export interface Drawn {
  f?: string;
  s?: string;
}

export const GLYPHS: Record<string, Drawn> = {
  Water: { s: "M2 8Q5 4 8 8Q11 4 14 8Q17 4 20 8M4 14Q7 10 10 14Q13 10 16 14Q19 10 22 14M2 20Q5 16 8 20Q11 16 14 20Q17 16 20 20" },
  Desert: { s: "M12 22V4M12 15H7V9M12 12H17V7" },
  Mountain: { f: "M1 21 9 5 12 10 15 6 23 21Z" },
  Forest: { f: "M12 1 18 9H15.5L20 15H15L19 19H5L9 15H4L8.5 9H6ZM10.5 19H13.5V23H10.5Z" },
  Town: { f: "M2 12 8 5 14 12V11L18 7 22 12V21H2ZM6 14V21H9V14Z" },
  melee: { f: "M20 2 22 4 11 15 9 13ZM7 12 12 17 10 19 8.500 17.500 4 22 2 20 6.500 15.500 5 14Z" },
  ranged: { s: "M6 3C15 3 21 9 21 18M6 3 21 18M3 21 14 10M14 10H9.500M14 10V14.500" },
  defense: { f: "M12 2 21 5V11C21 17 17 21 12 23C7 21 3 17 3 11V5Z" },
  attack: { s: "M4 4 17 17M20 4 7 17M15 19 19 15M5 15 9 19" },
  reinforcement: { s: "M12 21V4M5 11 12 4 19 11M6 21H18" },
  influence: { s: "M12 3 14.500 9.500H21L15.500 13.500 17.500 20 12 16 6.500 20 8.500 13.500 3 9.500H9.500Z" },
  aftershock: { s: "M13 2 6 13H12L10 22 18 10H12Z" },
  command: { s: "M4 10V14H8L16 19V5L8 10ZM19 9Q21 12 19 15" },
  instant: { s: "M12 2V7M12 17V22M2 12H7M17 12H22M5 5 8 8M16 16 19 19M19 5 16 8M8 16 5 19" },
  hp: { f: "M12 21C4 15 2 11 2 8C2 4.500 4.500 3 7 3C9.500 3 11 4.500 12 6C13 4.500 14.500 3 17 3C19.500 3 22 4.500 22 8C22 11 20 15 12 21Z" },
  relic: { f: "M12 2 20 8 17 20H7L4 8Z" },
  troop: { f: "M12 2C14.500 2 16 4 16 6C16 7.500 15.300 8.600 14.500 9.200C18 10.500 19 15 19.500 22H4.500C5 15 6 10.500 9.500 9.200C8.700 8.600 8 7.500 8 6C8 4 9.500 2 12 2Z" },
  fortress: { f: "M3 22V8H6V11H9V5H11V2L15 3.500 12.500 5H15V11H18V8H21V22H14.500V17Q14.500 14.500 12 14.500T9.500 17V22Z" },
  ruin: { f: "M3 22V14L6 12 7 16 10 10 11 15 14 13V18L17 12 18 16 21 14V22Z" },
  rebel: { f: "M10.800 10V23H13.200V10H17V2H15.200V7.500H13V1H11V7.500H8.800V2H7V10Z" },
  scepter: { s: "M6 21 14 11M16 3.500 17.500 6.500 20.500 7 18.500 9.500 19 12.500 16 11.500 13 12.500 13.500 9.500 11.500 7 14.500 6.500Z" },
  morning: { s: "M3 19H21M6 15A6 6 0 0 1 18 15M12 3V6M4 7 6.500 9M20 7 17.500 9" },
  afternoon: { s: "M12 7A5 5 0 1 1 12 17A5 5 0 1 1 12 7M12 1.500V4M12 20V22.500M1.500 12H4M20 12H22.500M4.500 4.500 6.300 6.300M17.700 17.700 19.500 19.500M19.500 4.500 17.700 6.300M6.300 17.700 4.500 19.500" },
  night: { f: "M20.500 15A9.500 9.500 0 1 1 10 2.500A8 8 0 0 0 20.500 15Z" },
};

/** What a class wears, around the face of a portrait (box of 48, the head in its middle). */
export const GEAR: Record<string, string> = {
  "Dark Overlord": "crown",
  Assassin: "hood",
  Warrior: "helmet",
  Guardian: "visor",
  Saboteur: "goggles",
  Sorcerer: "hat",
};
export const CLOTH: Record<string, [string, string]> = {
  "Dark Overlord": ["#5a2340", "#8f3a5e"],
  Assassin: ["#33384a", "#525b77"],
  Warrior: ["#6b2d1c", "#9c4b30"],
  Guardian: ["#2f4a5c", "#4f7488"],
  Saboteur: ["#5d4a17", "#8b7129"],
  Sorcerer: ["#3d2c66", "#6549a0"],
};
