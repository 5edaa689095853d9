/**
 * Whether the page is on a static site, which `bagh site` makes: there is no service then, and
 * exact answers come from tables in a folder of the site.
 */
export function tablesFolder(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="bagh-tables"]')?.content;
}
