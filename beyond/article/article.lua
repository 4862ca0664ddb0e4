-- What book/build_article.py has pandoc do with the blocks of the article, for Typst and for LaTeX.

local is_latex = FORMAT == 'latex'

local function raw(text)
  return pandoc.RawBlock(is_latex and 'latex' or 'typst', text)
end

local function written(text)
  local document = pandoc.read(text, 'commonmark+tex_math_dollars+smart')
  local filtered = document
  if not is_latex then
    filtered = document:walk({ Math = Math })
  end
  return (pandoc.write(filtered, is_latex and 'latex' or 'typst', { wrap_text = 'none' }):gsub('%s+$', ''))
end

-- The blocks between two pieces of raw text; in LaTeX these join the first and the last paragraph, if there are any.
local function between(open, div, close)
  local blocks = div.content
  local first, last = blocks[1], blocks[#blocks]
  if is_latex and first and first.t == 'Para' then
    first.content:insert(1, pandoc.RawInline('latex', open .. '%\n'))
  else
    blocks:insert(1, raw(open))
  end
  if is_latex and last and last.t == 'Para' then
    last.content:insert(pandoc.RawInline('latex', '%\n' .. close))
  else
    blocks:insert(raw(close))
  end
  return blocks
end

local kinds = { theorem = 'Theorem', lemma = 'Lemma', corollary = 'Corollary', computation = 'Computation', fit = 'Fit',
  heuristic = 'Heuristic', question = 'Question' }

function Div(div)
  local class, a, label = div.classes[1], div.attributes, div.identifier
  local title = a.title and a.title ~= '' and written(a.title) or nil
  if kinds[class] then
    if is_latex then
      local open = ('\\begin{statement}{%s}{%s}{%s}{%s}'):format(kinds[class], a.number, title and ' (' .. title .. ')' or '', label)
      return between(open, div, '\\end{statement}')
    end
    local open = ('#statement("%s", "%s", <%s>, title: [%s])['):format(kinds[class], a.number, label, title or '')
    return between(open, div, ']')
  elseif class == 'proof' then
    local of = a.of or ''
    if is_latex then
      return between(of == '' and '\\begin{proof}' or '\\begin{proof}[Proof of ' .. of .. ']', div, '\\end{proof}')
    end
    local last = div.content[#div.content]
    if last.t == 'Para' then
      last.content:insert(pandoc.RawInline('typst', '#qed'))
    else
      div.content:insert(raw('#qed'))
    end
    return between('#proof(of: "' .. of .. '")[', div, ']')
  elseif class == 'figure' then
    if is_latex then
      local file = a.src:gsub('%.svg$', '.png')
      local open = '\\begin{figure}[tbp]\\centering\\includegraphics[width=\\linewidth]{../beyond/figures/' .. file .. '}'
      return between(open .. '\n\\caption{\\label{' .. label .. '}', div, '}\\end{figure}')
    end
    local open = ('#drawing("%s", "%s", <%s>, alt: "%s")['):format(a.src, a.number, label, a.alt)
    return between(open, div, ']')
  elseif class == 'table' then
    local words, rows = pandoc.Blocks({}), pandoc.Blocks({})
    for _, block in ipairs(div.content) do
      (block.t == 'Table' and rows or words):insert(block)
    end
    if a.widths then
      local widths = {}
      for width in a.widths:gmatch('%d+') do
        table.insert(widths, { pandoc.AlignLeft, tonumber(width) / 100 })
      end
      rows[1].colspecs = widths
    end
    local open = is_latex and ('\\begin{numberedtable}{%s}{%s}'):format(a.number, label)
      or ('#numbered-table("%s", <%s>, floats: %s)['):format(a.number, label, a.widths and 'false' or 'true')
    local all = between(open, pandoc.Div(words), is_latex and '\\end{numberedtable}' or '][')
    all:extend(rows)
    if not is_latex then
      all:insert(raw(']'))
    end
    return all
  elseif class == 'source' then
    if is_latex then
      return between('\\source{' .. a.number .. '}{' .. label .. '}', div, '')
    end
    return between(('#source("%s", <%s>)['):format(a.number, label), div, ']')
  end
end

function Link(link)
  if is_latex and link.target:match('^#') then
    local words = pandoc.Inlines({ pandoc.RawInline('latex', '\\hyperref[' .. link.target:sub(2) .. ']{') })
    words:extend(link.content)
    words:insert(pandoc.RawInline('latex', '}'))
    return words
  end
end

function Code(code) -- pandoc writes \lstinline, for which LaTeX needs one more package
  if is_latex then
    return pandoc.RawInline('latex', '\\texttt{' .. code.text:gsub('_', '\\_') .. '}')
  end
end
