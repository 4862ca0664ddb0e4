-- What book/build_pdf.py has pandoc do on the way from Markdown to Typst.

-- TeX that pandoc can't read, and what it can.
local readable = {
  { '\\mathop{\\rm (%a+)}', '\\operatorname{%1}' },
  { '"', '\\text{"}' }, -- a quotation that ends with a formula
}

-- What pandoc writes, and what looks as TeX has it: it rounds spaces to whole ems, and adds some to bars and words.
local right = {
  { '#h%(0em%)', 'thick' },
  { '#h%(%-1em%)', '#h(-0.17em)' },
  { '"mex"_', 'op("mex", limits: #true)_' },
  { 'upright%(" ?(.-) ?"%)', 'upright("%1")' },
  { 'upright(%b()) \\%(', 'op%1\\(' },
  { '("%a+") \\%(', 'op(%1)\\(' },
  { ' ?\\| ?', '\\|' },
  { ' ?parallel ?', '\\‖' },
  { 'square%.stroked%.tiny', 'square.stroked' },
  { 'times%.circle', 'times.o' },
}

local function replaced(text, list)
  for _, pair in ipairs(list) do
    text = text:gsub(pair[1], pair[2])
  end
  return text
end

function Math(math)
  math.text = replaced(math.text, readable)
  local document = pandoc.Pandoc({ pandoc.Plain({ math }) })
  local typst = pandoc.write(document, 'typst', { wrap_text = 'none' })
  local open, formula, close = typst:match('^(%$ ?)(.-)( ?%$)$') -- the spaces make it stand on its own line
  return pandoc.RawInline('typst', open .. replaced(formula, right) .. close)
end

-- Another notebook is a chapter, and a solution a heading in one; any other file of the repository is only named.
function Link(link)
  local notebook = link.target:match('([%w-]+)%.ipynb$') or link.target:match('%.ipynb#([%w-]+)$')
  if notebook then
    link.target = '#' .. notebook
    return link
  end
  return (link.target:match('^https?://') or link.target:match('^#')) and link or link.content
end
