import { collapsed, nameTokens, type PageElement, type PageTree, rawText } from './page-tree.ts';

const isTabs = (element: PageElement | null | undefined) =>
  element != null && nameTokens(element).some((token) => token === 'tabs' || token === 'abas');

function isTab({ attribs, parent }: PageElement): boolean {
  const toggle = attribs['data-toggle'] ?? attribs['data-bs-toggle'] ?? '';
  return attribs.role === 'tab' || /^(?:tab|pill)$/.test(toggle) || isTabs(parent) || isTabs(parent?.parent);
}

export function tabLabels({
  metadataElements,
  tabs,
}: Pick<PageTree, 'metadataElements' | 'tabs'>): Map<string, string> {
  const labels = new Map<string, string>();
  const links = metadataElements.filter(({ name, attribs }) => name === 'a' && attribs.href?.startsWith('#'));
  for (const tab of [...links.filter(isTab), ...tabs]) {
    const { attribs } = tab;
    const target =
      attribs['aria-controls'] ?? attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href ?? '';
    const label = collapsed(rawText(tab));
    if (label && target.length > 1) labels.set(target.replace(/^#/, ''), label);
  }
  return labels;
}
