# What each notebook says of itself, in words that the Makefile can sort: which of make's sizes its n is, which
# figures it draws, and which committed tables it reads.
#
#     05-maximum-nim-value:n:NIM_N
#     05-maximum-nim-value:draws:figure-1-maximum-nim-value
#     08-faster-still:reads:benchmarks/times.csv

FNR == 1 {
    name = FILENAME
    gsub(/^.*\/|\.py$/, "", name)
}
match($0, /\(make's [A-Z_]+( \/ [0-9]+)?\)/) && /^n = / {
    size = substr($0, RSTART + 8, RLENGTH - 9)
    gsub(/ /, "", size)
    print name ":n:" size
}
match($0, /"figure-[0-9]+-[a-z0-9-]+"/) {
    print name ":draws:" substr($0, RSTART + 1, RLENGTH - 2)
}
match($0, /"\.\.\/(benchmarks|data)\/[a-z-]+\.csv"/) {
    print name ":reads:" substr($0, RSTART + 4, RLENGTH - 5)
}
