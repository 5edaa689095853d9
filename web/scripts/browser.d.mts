/** Where the browser is: `BAGH_BROWSER`, or a Chromium of the system. */
export function browserPath(): string;
